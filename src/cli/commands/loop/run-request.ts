import type { CommandContext } from "#cli/context";
import { shellWord } from "#core/text/shell-word";
import { ToolError } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import type { RunRequest } from "#engine/loop/loop-context";

/** The word that stands for "no model at all": the same as --no-model. */
const NO_MODEL = "none";

/** What the line asks of a run; what it leaves open is the marker's affair. */
export function runRequest({ options, host }: CommandContext): RunRequest {
  const model = options.text("model");
  return {
    maxIterations: options.number("iterations"),
    maxRetries: options.number("retries"),
    model: model === NO_MODEL ? null : model,
    ignoreItemModel: options.flag("no-model") || model === NO_MODEL,
    agent: options.text("agent"),
    sessionTimeoutMinutes: options.number("timeout"),
    createBranch: options.text("create-branch"),
    seedBacklog: options.flag("seed-backlog"),
    pauseOnNeedsHuman: options.flag("pause-on-needs-human"),
    retryBlocked: options.flag("retry-blocked"),
    suppressIterationReview: options.flag("suppress-iteration-review"),
    review: options.flag("review"),
    reviewOnly: options.flag("review-only"),
    sleepOnLimit: options.flag("no-sleep-on-limit") ? false : null,
    circuitBreakerThreshold: options.number("breaker"),
    childEnv: variables(options.list("env")),
    force: options.flag("force"),
    allowDirty: false,
    toolVersion: host.version,
  };
}

/** The part of the line that the next run needs, too: with another agent it may be refused for its models. */
export function againOptions({ options }: CommandContext): readonly string[] {
  const agent = options.text("agent");
  const model = options.text("model");
  return [
    ...(agent === null ? [] : ["--agent", shellWord(agent)]),
    ...(model === null ? [] : ["--model", shellWord(model)]),
    ...(options.flag("no-model") ? ["--no-model"] : []),
  ];
}

const variables = (pairs: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at <= 0) throw notAPair(pair);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );

const notAPair = (pair: string): ToolError =>
  new ToolError("USAGE", `--env must be KEY=VALUE, not "${pair}".`, {
    reason: "Nothing was started.",
    details: { option: "--env", value: pair },
    hints: [{ command: `${TOOL_NAME} help loop run`, purpose: "options and examples" }],
  });
