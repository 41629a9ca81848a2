import { REVIEW_SUPPRESSION } from "#contracts/agent-ids";
import { ENV } from "#contracts/names";

export interface ChildEnvInput {
  /** The runner's own environment. */
  readonly parent: Readonly<Record<string, string>>;
  /** Whether per-session review hooks are switched off (spec: Single-gate review). */
  readonly suppress: boolean;
  /** The loop's childEnv; wins over the suppression set. */
  readonly extra: Readonly<Record<string, string>>;
  readonly agentEnv: Readonly<Record<string, string>>;
  /** Of this session; put behind the marks of the sessions that it runs in. */
  readonly mark: string;
  readonly stateDir: string;
  /** Null in a review. */
  readonly itemId: string | null;
}

/** The whole environment of a session's process. What the runner itself says there nobody overrides. */
export function childEnv(input: ChildEnvInput): Record<string, string> {
  const { [ENV.itemId]: _outerItem, ...inherited } = input.parent;
  const outer = input.parent[ENV.session] ?? "";
  return {
    ...inherited,
    ...input.agentEnv,
    ...(input.suppress ? REVIEW_SUPPRESSION : {}),
    ...input.extra,
    [ENV.session]: outer === "" ? input.mark : `${outer}:${input.mark}`,
    [ENV.nonInteractive]: "1",
    [ENV.stateDir]: input.stateDir,
    ...(input.itemId === null ? {} : { [ENV.itemId]: input.itemId }),
  };
}
