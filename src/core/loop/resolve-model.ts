import type { BacklogItem } from "#contracts/schema/backlog-item";

/** As a model of the run: ignore the models of the items. */
const NO_MODEL = "none";

export interface ModelChoice {
  /** Null: the agent's own default. */
  readonly model: string | null;
  readonly source: "item" | "run" | "project" | "agent default";
}

/** The model of one session; the item is null in a review. Spec: Model resolution. */
export function resolveModel(input: {
  readonly item: Pick<BacklogItem, "model"> | null;
  readonly runModel: string | null;
  readonly projectModel: string | null;
  readonly ignoreItemModel: boolean;
}): ModelChoice {
  const ignoresItems = input.ignoreItemModel || input.runModel === NO_MODEL;
  const ofItem = ignoresItems ? null : input.item?.model;
  const ofRun = input.runModel === NO_MODEL ? null : input.runModel;
  if (ofItem) return { model: ofItem, source: "item" };
  if (ofRun) return { model: ofRun, source: "run" };
  if (input.projectModel) return { model: input.projectModel, source: "project" };
  return { model: null, source: "agent default" };
}
