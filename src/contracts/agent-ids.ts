/** The built-in agents in order (spec: Command-line interface); the last one is whatever the user configures. */
export const AGENT_IDS = ["claude-cli", "codex", "gemini", "copilot", "cursor", "pi", "generic-cli"] as const;
export type AgentId = (typeof AGENT_IDS)[number];

export const DEFAULT_AGENT_ID: AgentId = "claude-cli";

/** Model names that only the default agent (and a configured one) understands. */
export const TIER_ALIASES = ["opus", "sonnet", "haiku"] as const;

/** Behind a model name: the 1M context window. */
export const LARGE_CONTEXT_SUFFIX = "[1m]";

/** How generic-cli hands over the prompt; the first is the default. */
export const PROMPT_DELIVERIES = ["stdin", "arg", "file"] as const;
export type PromptDelivery = (typeof PROMPT_DELIVERIES)[number];

/** What generic-cli's binary prints; the first is the default. */
export const OUTPUT_FORMATS = ["text", "claude-stream-json", "codex-jsonl"] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Codex's own sandbox; the first is the default. */
export const CODEX_SANDBOXES = ["bypass", "read-only", "workspace-write", "danger-full-access"] as const;
export type CodexSandbox = (typeof CODEX_SANDBOXES)[number];

/** Switches off per-session review hooks when the loop has its own review (spec: Single-gate review). */
export const REVIEW_SUPPRESSION: Readonly<Record<string, string>> = { ENABLE_CODE_SECURITY_REVIEW: "0" };
