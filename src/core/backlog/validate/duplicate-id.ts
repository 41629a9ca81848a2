import type { BacklogFacts } from "#core/backlog/validate/finding";
import { FINDING_SEVERITY } from "#contracts/finding-codes";
import type { ValidationFinding } from "#contracts/schema/validation";

/** One id, one item: a commit must speak for exactly one. */
export function duplicateId({ places }: BacklogFacts): ValidationFinding[] {
  return [...places]
    .filter(([, indexes]) => indexes.length > 1)
    .map(([id, indexes]) => ({
      severity: FINDING_SEVERITY.DUPLICATE_ID,
      code: "DUPLICATE_ID",
      message: duplicateWords("this id", indexes),
      itemId: id,
      path: `items[${indexes[1]}].id`,
    }));
}

/** `Two items have this id: items[3] and items[6]`. */
export function duplicateWords(which: string, indexes: readonly number[]): string {
  const names = indexes.map((index) => `items[${index}]`);
  const count = names.length === 2 ? "Two" : String(names.length);
  return `${count} items have ${which}: ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
