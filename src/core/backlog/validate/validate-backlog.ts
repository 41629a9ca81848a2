import { blockedWithoutReason } from "#core/backlog/validate/blocked-without-reason";
import { dependencyCycle } from "#core/backlog/validate/dependency-cycle";
import { duplicateId } from "#core/backlog/validate/duplicate-id";
import { emptyCriteria } from "#core/backlog/validate/empty-criteria";
import type { BacklogFacts, Placed, Rule } from "#core/backlog/validate/finding";
import { missingDependency } from "#core/backlog/validate/missing-dependency";
import { schemaFindings } from "#core/backlog/validate/schema-findings";
import { specReference } from "#core/backlog/validate/spec-reference";
import { unknownProvider } from "#core/backlog/validate/unknown-provider";
import { unreachableItem } from "#core/backlog/validate/unreachable-item";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { ValidationFinding } from "#contracts/schema/validation";
import { BACKLOG_ITEM_SHAPE, fits } from "#contracts/shapes";

export interface ValidationContext {
  readonly archivedDone: ReadonlySet<string>;
  readonly knownAgents: readonly string[];
  readonly specs?: BacklogFacts["specs"];
}

/** Errors first. */
const RULES: readonly Rule[] = [
  duplicateId,
  missingDependency,
  dependencyCycle,
  specReference,
  emptyCriteria,
  unreachableItem,
  unknownProvider,
  blockedWithoutReason,
];

/** Everything that is wrong or doubtful about the parsed content of a backlog.json, errors first; takes any JSON value. */
export function validateBacklog(backlog: unknown, context: ValidationContext): ValidationFinding[] {
  const facts = gatherFacts(itemsOf(backlog), context);
  return [...schemaFindings(backlog), ...RULES.flatMap((rule) => rule(facts))];
}

/** Without an error; warnings don't count. */
export const isValid = (findings: readonly ValidationFinding[]): boolean =>
  findings.every((finding) => finding.severity !== "error");

function itemsOf(backlog: unknown): readonly unknown[] {
  const items = (backlog as { items?: unknown } | null)?.items;
  return Array.isArray(items) ? items : [];
}

function gatherFacts(items: readonly unknown[], context: ValidationContext): BacklogFacts {
  const placed: Placed[] = [];
  const places = new Map<string, number[]>();
  items.forEach((value, index) => {
    if (fits<BacklogItem>(BACKLOG_ITEM_SHAPE, value)) placed.push({ item: value, index });
    const id = (value as { id?: unknown } | null)?.id;
    if (typeof id !== "string" || id === "") return;
    const known = places.get(id);
    if (known === undefined) places.set(id, [index]);
    else known.push(index);
  });
  const { archivedDone, knownAgents, specs = null } = context;
  return { placed, places, archivedDone, knownAgents, specs };
}
