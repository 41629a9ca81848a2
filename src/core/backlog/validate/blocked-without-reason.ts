import { finding, type BacklogFacts } from "#core/backlog/validate/finding";
import type { ValidationFinding } from "#contracts/schema/validation";

/** Whoever is to unblock an item needs to know why it is blocked. */
export function blockedWithoutReason({ placed }: BacklogFacts): ValidationFinding[] {
  return placed
    .filter(({ item }) => item.status === "blocked" && (item.blockedReason ?? "").trim() === "")
    .map((at) => finding("BLOCKED_WITHOUT_REASON", at, "Blocked, and nothing says why", "blockedReason"));
}
