import type { BacklogFacts } from "#core/backlog/validate/finding";
import { FINDING_SEVERITY } from "#contracts/finding-codes";
import type { ValidationFinding } from "#contracts/schema/validation";

/** One id, one item: a commit must speak for exactly one. */
export function duplicateId({ places }: BacklogFacts): ValidationFinding[] {
  return [...places]
    .filter(([, indexes]) => indexes.length > 1)
    .map(([id, indexes]) => {
      const names = indexes.map((index) => `items[${index}]`);
      const count = names.length === 2 ? "Two" : String(names.length);
      const list = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
      return {
        severity: FINDING_SEVERITY.DUPLICATE_ID,
        code: "DUPLICATE_ID",
        message: `${count} items have this id: ${list}`,
        itemId: id,
        path: `items[${indexes[1]}].id`,
      };
    });
}
