import { OUTPUT_FORMATS, PROMPT_DELIVERIES, type OutputFormat } from "#contracts/agent-ids";
import type { Dialect } from "#core/agents/agent-record";
import type { AgentPreset, Invocation, InvocationInput } from "#core/agents/agent-preset";
import { claudeCli } from "#core/agents/claude-cli";
import { codex } from "#core/agents/codex";
import { createConfigReader } from "#core/agents/config-reader";
import { copilot } from "#core/agents/copilot";
import { cursor } from "#core/agents/cursor";
import { createClaudeStreamDialect } from "#core/agents/dialects/claude-stream-json";
import { createCodexDialect } from "#core/agents/dialects/codex-jsonl";
import { createTextDialect } from "#core/agents/dialects/text";
import type { KnownFailure } from "#core/agents/failure";
import { gemini } from "#core/agents/gemini";
import type { LimitBanner } from "#core/agents/limit-banners";
import { pi } from "#core/agents/pi";
import { promptArgument } from "#core/agents/prompt-argument";

const ID = "generic-cli";
const PROMPT_FILE = "{{promptFile}}";

const DIALECTS: Readonly<Record<OutputFormat, () => Dialect>> = {
  text: createTextDialect,
  "claude-stream-json": createClaudeStreamDialect,
  "codex-jsonl": createCodexDialect,
};

/** Nobody knows what a configured program runs: the words of any agent may be its own. */
const PRESETS: readonly AgentPreset[] = [claudeCli, codex, gemini, copilot, cursor, pi];

/** Of opencode, whose log lines hold the service's own words, and of whatever passes those on. */
const OTHER_LIMITS: readonly LimitBanner[] = [
  { pattern: /^The usage limit has been reached\.?$/, window: "unknown" },
  { pattern: /\berror\.error="AI_APICallError: The usage limit has been reached/, window: "unknown" },
  { pattern: /\berror\.error="AI_APICallError: Rate limit reached/, window: "minute" },
];

const OTHER_FAILURES: readonly KnownFailure[] = [
  { pattern: /^Incorrect API key provided\b/, kind: "not-logged-in" },
  { pattern: /^Model not found: /, kind: "unknown-model" },
  { pattern: /^You exceeded your current quota\b/, kind: "no-credit" },
  { pattern: /^The server is currently overloaded\b/, kind: "overloaded" },
  { pattern: /^The server had an error while processing your request\b/, kind: "server" },
];

/** Whatever program the user configures; any model name is passed on to it. */
export const genericCli: AgentPreset = {
  id: ID,
  displayName: "Your own",
  binary: null,
  installCommand: null,
  acceptsTierAliases: true,
  invocation: genericInvocation,
  dialect: (config) => DIALECTS[createConfigReader(ID, config).choice("outputFormat", OUTPUT_FORMATS)](),
  limits: [...PRESETS.flatMap((preset) => preset.limits), ...OTHER_LIMITS],
  failures: [...PRESETS.flatMap((preset) => preset.failures), ...OTHER_FAILURES],
};

function genericInvocation({ model, config, prompt, promptFile, source }: InvocationInput): Invocation {
  const read = createConfigReader(ID, config, source);
  const binary = read.text("binary");
  if (binary === null) throw read.fault("binary", "must name the program to run");
  read.choice("outputFormat", OUTPUT_FORMATS);
  const delivery = read.choice("promptDelivery", PROMPT_DELIVERIES);
  const args = read.texts("args");
  const named = args.some((arg) => arg.includes(PROMPT_FILE));
  if (delivery === "file" && !named)
    throw read.fault("args", `must hold ${PROMPT_FILE}, as promptDelivery is file`);
  if (delivery !== "file" && named) {
    throw read.fault("promptDelivery", `must be file, as args holds ${PROMPT_FILE}`);
  }
  const modelFlag = read.text("modelFlag");
  const words = [
    ...args.map((arg) => arg.replaceAll(PROMPT_FILE, () => promptFile)),
    ...read.texts("nonInteractive"),
    ...(modelFlag === null || model === null ? [] : [modelFlag, model]),
  ];
  const env = { ...read.variables("env") };
  if (delivery !== "arg") return { binary, args: words, env, promptDelivery: delivery };
  const { arg, ...delivered } = promptArgument(prompt, promptFile);
  return { binary, args: [...words, arg], env, ...delivered };
}
