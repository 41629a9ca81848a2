import { finding, type BacklogFacts } from "#core/backlog/validate/finding";
import type { ValidationFinding } from "#contracts/schema/validation";

/** Without criteria nobody can tell when the item is done. */
export function emptyCriteria({ placed }: BacklogFacts): ValidationFinding[] {
  return placed.flatMap((at) => {
    const criteria = at.item.acceptanceCriteria;
    if (criteria.length === 0)
      return [finding("EMPTY_AC", at, "No acceptance criteria", "acceptanceCriteria")];
    return criteria.flatMap((text, index) =>
      text.trim() === ""
        ? [
            finding(
              "EMPTY_AC",
              at,
              `Acceptance criterion ${index + 1} is empty`,
              `acceptanceCriteria[${index}]`,
            ),
          ]
        : [],
    );
  });
}
