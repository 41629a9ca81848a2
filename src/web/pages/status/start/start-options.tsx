import { DEFAULT_AGENT_ID } from "#contracts/agent-ids";
import { CIRCUIT_BREAKER_THRESHOLD, DEFAULT_MAX_RETRIES, SESSION_TIMEOUT_MINUTES } from "#contracts/limits";
import { TOOL_NAME } from "#contracts/names";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { LoopOptions } from "#contracts/schema/loop-options";
import type { MarkerOptions } from "#contracts/schema/marker";
import { resolveBudget } from "#core/loop/budget";
import { shellWord } from "#core/text/shell-word";
import { counted } from "#web/ui/words";

/** Every option of a run as it is typed: fields are texts until they are sent. */
export interface StartForm {
  readonly iterations: string;
  /** "": the one that the project or the tool names. */
  readonly agent: string;
  readonly model: string;
  readonly retries: string;
  readonly minutes: string;
  readonly itemModels: boolean;
  readonly review: boolean;
  readonly reviewOnly: boolean;
  readonly sessionReview: boolean;
  readonly pauseAtQuestion: boolean;
  readonly retryBlocked: boolean;
  readonly sleepOnLimit: boolean;
  readonly breaker: string;
  /** `KEY=VALUE`, one a line. */
  readonly variables: string;
}

/** What the fields hold before anybody changes them, and where that comes from. */
export interface StartDefaults {
  readonly form: StartForm;
  readonly from: Readonly<
    Record<"iterations" | "agent" | "model" | "minutes" | "breaker" | "sleepOnLimit", string>
  >;
  /** The agent of an empty choice. */
  readonly agent: string;
  /** The model of an empty field. */
  readonly model: string;
}

const PROJECT = "from the project settings";
const DEFAULT = "the default";

export function startDefaults(
  stored: MarkerOptions,
  items: readonly BacklogItem[],
  defaultProvider: string | undefined,
): StartDefaults {
  const budget = resolveBudget({ flag: null, marker: stored.maxIterations ?? null, items });
  const open = items.filter((item) => item.status === "pending").length;
  const origin = (value: unknown): string => (value === undefined ? DEFAULT : PROJECT);
  return {
    agent: stored.provider ?? defaultProvider ?? DEFAULT_AGENT_ID,
    model: stored.model ?? "The agent's own model",
    form: {
      iterations: String(budget.maxIterations),
      agent: "",
      model: "",
      retries: String(DEFAULT_MAX_RETRIES),
      minutes: String(stored.sessionTimeout ?? SESSION_TIMEOUT_MINUTES),
      itemModels: true,
      review: false,
      reviewOnly: false,
      sessionReview: true,
      pauseAtQuestion: false,
      retryBlocked: false,
      sleepOnLimit: stored.sleepOnLimit ?? true,
      breaker: String(stored.circuitBreakerThreshold ?? CIRCUIT_BREAKER_THRESHOLD),
      variables: "",
    },
    from: {
      iterations: budget.source === "marker" ? PROJECT : `computed from ${counted(open, "pending item")}`,
      agent:
        stored.provider !== undefined
          ? PROJECT
          : defaultProvider !== undefined
            ? "from the tool's settings"
            : DEFAULT,
      model: stored.model === undefined ? "the agent's own" : PROJECT,
      minutes: origin(stored.sessionTimeout),
      breaker: origin(stored.circuitBreakerThreshold),
      sleepOnLimit: origin(stored.sleepOnLimit),
    },
  };
}

export type FormFaults = { readonly [K in keyof StartForm]?: string };

/** What can't be sent, by field. */
export function formFaults(form: StartForm): FormFaults {
  const whole = (text: string, least: number): boolean => /^\d+$/.test(text.trim()) && Number(text) >= least;
  const bad = variableLines(form.variables).find((line) => !/^[A-Za-z_]\w*=/.test(line));
  return {
    ...(!whole(form.iterations, 1) && { iterations: "A run needs at least 1 iteration." }),
    ...(!whole(form.retries, 0) && { retries: "Retries are a whole number, 0 or more." }),
    ...(!(Number(form.minutes) > 0) && { minutes: "A session needs more than 0 minutes." }),
    ...(!whole(form.breaker, 1) && { breaker: "At least 1 failure has to be allowed." }),
    ...(bad !== undefined && { variables: `“${bad}” is not KEY=VALUE.` }),
  };
}

/** The request: the budget always, the rest where it differs from what the server would take by itself. */
export function startBody(form: StartForm, { form: before }: StartDefaults): LoopOptions {
  const changed = (key: keyof StartForm): boolean => form[key] !== before[key];
  return {
    maxIterations: Number(form.iterations),
    ...(changed("agent") && { provider: form.agent }),
    ...(form.model.trim() !== "" && { model: form.model.trim() }),
    ...(changed("retries") && { maxRetries: Number(form.retries) }),
    ...(changed("minutes") && { sessionTimeoutMinutes: Number(form.minutes) }),
    ...(!form.itemModels && { ignoreItemModel: true }),
    ...(form.review && { review: true }),
    ...(form.reviewOnly && { reviewOnly: true, review: true }),
    ...(!form.sessionReview && { suppressIterationReview: true }),
    ...(form.pauseAtQuestion && { pauseOnNeedsHuman: true }),
    ...(form.retryBlocked && { retryBlocked: true }),
    ...(changed("sleepOnLimit") && { sleepOnLimit: form.sleepOnLimit }),
    ...(changed("breaker") && { circuitBreakerThreshold: Number(form.breaker) }),
    ...(variableLines(form.variables).length > 0 && { childEnv: variablesOf(form.variables) }),
  };
}

/** The same run as a command; `force`: the guards are passed knowingly. */
export function startCommand(body: LoopOptions, path: string, force: boolean): string {
  const words: readonly string[] = [
    TOOL_NAME,
    "loop",
    "run",
    path,
    "--detached",
    ...(body.maxIterations === undefined ? [] : ["--iterations", String(body.maxIterations)]),
    ...(body.provider === undefined ? [] : ["--agent", body.provider]),
    ...(body.model === undefined ? [] : ["--model", body.model]),
    ...(body.maxRetries === undefined ? [] : ["--retries", String(body.maxRetries)]),
    ...(body.sessionTimeoutMinutes === undefined ? [] : ["--timeout", String(body.sessionTimeoutMinutes)]),
    ...(body.ignoreItemModel === true ? ["--no-model"] : []),
    ...(body.reviewOnly === true ? ["--review-only"] : body.review === true ? ["--review"] : []),
    ...(body.suppressIterationReview === true ? ["--suppress-iteration-review"] : []),
    ...(body.pauseOnNeedsHuman === true ? ["--pause-on-needs-human"] : []),
    ...(body.retryBlocked === true ? ["--retry-blocked"] : []),
    ...(body.sleepOnLimit === false ? ["--no-sleep-on-limit"] : []),
    ...(body.circuitBreakerThreshold === undefined
      ? []
      : ["--breaker", String(body.circuitBreakerThreshold)]),
    ...Object.entries(body.childEnv ?? {}).flatMap(([key, value]) => ["--env", `${key}=${value}`]),
    ...(force ? ["--force"] : []),
  ];
  return words.map(shellWord).join(" ");
}

function variableLines(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function variablesOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    variableLines(text).map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}
