import type { AgentId, PromptDelivery } from "#contracts/agent-ids";
import type { Dialect } from "#core/agents/agent-record";
import type { KnownFailure } from "#core/agents/failure";
import type { LimitBanner } from "#core/agents/limit-banners";

/** An agent's settings as they stand in a file: anything may be in there. */
export type AgentConfig = Readonly<Record<string, unknown>>;

/** Where settings stand, for the sentence about a fault in them. */
export interface ConfigSource {
  readonly file: string;
  /** The keys that lead to them, such as providers.codex. */
  readonly path: string;
}

export interface InvocationInput {
  readonly model: string | null;
  readonly config: AgentConfig;
  readonly prompt: string;
  /** Where the prompt lies should it go by file; the invocation says whether it does. */
  readonly promptFile: string;
  readonly source?: ConfigSource;
}

/** How one session's process is started. */
export interface Invocation {
  /** A name on PATH, or a path. */
  readonly binary: string;
  readonly args: string[];
  /** Over the inherited environment. */
  readonly env: Record<string, string>;
  /** `file`: the prompt must lie in promptFile before the start; `arg`: it is among the args already. */
  readonly promptDelivery: PromptDelivery;
  /** What differs from the configuration, and why. */
  readonly note?: string;
}

export interface AgentPreset {
  readonly id: AgentId;
  readonly displayName: string;
  /** Looked up on PATH unless the configuration names another; null: only the configuration can name one. */
  readonly binary: string | null;
  /** What puts it on this machine, null where no single command does. */
  readonly installCommand: string | null;
  /** Whether opus, sonnet and haiku mean something to it. */
  readonly acceptsTierAliases: boolean;
  /** Throws ToolError VALIDATION_ERROR for settings that can't be used. */
  invocation(input: InvocationInput): Invocation;
  /** A reader for one session. */
  dialect(config: AgentConfig): Dialect;
  /** How it tells in words that a usage limit is reached. */
  readonly limits: readonly LimitBanner[];
  /** How it tells in words what else keeps it from working. */
  readonly failures: readonly KnownFailure[];
}
