import { counted } from "#core/text/counted";
import {
  AGENT_IDS,
  DEFAULT_AGENT_ID,
  LARGE_CONTEXT_SUFFIX,
  TIER_ALIASES,
  type AgentId,
} from "#contracts/agent-ids";
import { ToolError, type Hint } from "#contracts/error";
import { MARKER_FILE, TOOL_NAME } from "#contracts/names";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { presetOf } from "#core/agents/agent-catalog";
import { resolveModel } from "#core/loop/resolve-model";
import { closestWord } from "#core/text/closest-word";

/** Which agent works: the first that is named, in this order. Throws VALIDATION_ERROR for an id that isn't built in. */
export function resolveAgent(named: {
  readonly item: string | null;
  readonly run: string | null;
  readonly project: string | null;
  readonly config: string | null;
}): AgentId {
  const id = named.item ?? named.run ?? named.project ?? named.config ?? DEFAULT_AGENT_ID;
  const known = AGENT_IDS.find((one) => one === id);
  if (known === undefined) throw unknownAgent(id);
  return known;
}

function unknownAgent(id: string): ToolError {
  const meant = closestWord(id, AGENT_IDS);
  return new ToolError("VALIDATION_ERROR", `There is no agent "${id}".`, {
    details: { field: "provider", value: id },
    ...(meant === null ? {} : { reason: `Did you mean ${meant}?` }),
    hints: [{ command: `${TOOL_NAME} agents` }],
  });
}

export interface TierAliasQuestion {
  readonly agentId: AgentId;
  /** As resolved for this item. */
  readonly model: string | null;
  /** Null in a review. */
  readonly item: BacklogItem | null;
  /** Those that the run could take, to name all whose model is in the way. */
  readonly items: readonly BacklogItem[];
  readonly runModel: string | null;
  readonly ignoreItemModel: boolean;
  /** The agent as the run's flag names it, for the command that gets on. */
  readonly runAgent?: string | null;
}

/** Refuses an alias of the default agent's models for an agent that doesn't know it, naming where it comes from. */
export function refuseTierAlias(question: TierAliasQuestion): void {
  const { agentId, model } = question;
  if (model === null || !isTierAlias(model) || presetOf(agentId).acceptsTierAliases) return;
  const { origin, hint } = namedBy(question, model);
  throw new ToolError("VALIDATION_ERROR", `${agentId} doesn't know the model ${model}.`, {
    reason: `It is an alias of ${DEFAULT_AGENT_ID}, named by ${origin}.`,
    hints: [hint],
    details: { field: "model", value: model, agent: agentId },
  });
}

export function isTierAlias(model: string): boolean {
  const name = model.toLowerCase();
  const plain = name.endsWith(LARGE_CONTEXT_SUFFIX) ? name.slice(0, -LARGE_CONTEXT_SUFFIX.length) : name;
  return TIER_ALIASES.some((alias) => alias === plain);
}

function namedBy(question: TierAliasQuestion, model: string): { origin: string; hint: Hint } {
  const { source } = resolveModel({ ...question, projectModel: model });
  const agent =
    question.runAgent === null || question.runAgent === undefined ? "" : ` --agent ${question.runAgent}`;
  const run = `${TOOL_NAME} loop run${agent}`;
  switch (source) {
    case "item":
      return { origin: itemsNaming(question, model), hint: { command: `${run} --no-model` } };
    case "run":
      return { origin: "--model", hint: { command: run } };
    case "project":
    case "agent default":
      return { origin: `options.model in ${MARKER_FILE}`, hint: { command: `${run} --model <model>` } };
  }
}

function itemsNaming({ item, items }: TierAliasQuestion, model: string): string {
  const ids = items
    .filter((one) => one.model === model && one.provider === item?.provider)
    .map((one) => one.id);
  return `${counted(ids.length, "item")}: ${ids.join(", ")}`;
}
