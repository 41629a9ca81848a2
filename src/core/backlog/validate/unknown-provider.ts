import { finding, type BacklogFacts } from "#core/backlog/validate/finding";
import type { ValidationFinding } from "#contracts/schema/validation";

/** An item that names an agent which doesn't exist can't be run. */
export function unknownProvider({ placed, knownAgents }: BacklogFacts): ValidationFinding[] {
  return placed.flatMap((at) => {
    const { provider } = at.item;
    return provider === undefined || knownAgents.includes(provider)
      ? []
      : [finding("UNKNOWN_PROVIDER", at, `There is no agent "${provider}"`, "provider")];
  });
}
