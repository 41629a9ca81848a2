import { finding, type BacklogFacts } from "#core/backlog/validate/finding";
import { waitingFor } from "#core/backlog/waiting-for";
import type { ValidationFinding } from "#contracts/schema/validation";

/** A pending item behind a blocked one stays there until a person acts. */
export function unreachableItem({ placed, archivedDone }: BacklogFacts): ValidationFinding[] {
  const items = placed.map((at) => at.item);
  const waits = waitingFor(items, archivedDone);
  return placed.flatMap((at) => {
    const why = waits(at.item);
    return why?.kind === "blockedBy"
      ? [finding("UNREACHABLE_ITEM", at, `Waits for ${why.id}, which is blocked`, "dependsOn")]
      : [];
  });
}
