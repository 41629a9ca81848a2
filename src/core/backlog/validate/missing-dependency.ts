import { finding, type BacklogFacts } from "#core/backlog/validate/finding";
import type { ValidationFinding } from "#contracts/schema/validation";

/** A reference must point to an item, here or in the archive; else its item never becomes eligible. */
export function missingDependency({ placed, places, archivedDone }: BacklogFacts): ValidationFinding[] {
  return placed.flatMap((at) =>
    (at.item.dependsOn ?? []).flatMap((id, index) =>
      places.has(id) || archivedDone.has(id)
        ? []
        : [
            finding(
              "MISSING_DEPENDENCY",
              at,
              `Waits for ${id}, which is neither here nor in the archive`,
              `dependsOn[${index}]`,
            ),
          ],
    ),
  );
}
