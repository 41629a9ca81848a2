import { FINDING_SEVERITY, type FindingCode } from "#contracts/finding-codes";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { ValidationFinding } from "#contracts/schema/validation";

/** An item with its place in the file. */
export interface Placed {
  readonly item: BacklogItem;
  readonly index: number;
}

/** What the rules look at: only items that fit the schema. */
export interface BacklogFacts {
  readonly placed: readonly Placed[];
  /** Where each id stands, those of items that don't fit included. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  readonly archivedDone: ReadonlySet<string>;
  readonly knownAgents: readonly string[];
  /** Null: spec references aren't checked. Paths are relative to the project. */
  readonly specs: { exists(path: string): boolean } | null;
}

export type Rule = (facts: BacklogFacts) => readonly ValidationFinding[];

/** A finding with the severity of its code. `field` is the part of the item that it is about. */
export function finding(code: FindingCode, at: Placed, message: string, field = ""): ValidationFinding {
  const place = `items[${at.index}]`;
  return {
    severity: FINDING_SEVERITY[code],
    code,
    message,
    itemId: at.item.id,
    path: field === "" ? place : `${place}.${field}`,
  };
}
