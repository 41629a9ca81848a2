import { finding, type BacklogFacts, type Placed } from "#core/backlog/validate/finding";
import type { ValidationFinding } from "#contracts/schema/validation";

/** Documents that the agent is told to read must lie in the project and be there. */
export function specReference({ placed, specs }: BacklogFacts): ValidationFinding[] {
  if (specs === null) return [];
  return placed.flatMap((at) =>
    (at.item.specReferences ?? []).flatMap((reference, index) => check(at, reference, index, specs)),
  );
}

function check(
  at: Placed,
  reference: string,
  index: number,
  specs: { exists(path: string): boolean },
): ValidationFinding[] {
  const field = `specReferences[${index}]`;
  if (!staysInside(reference)) {
    const message = `${JSON.stringify(reference)} is no path inside the project`;
    return [finding("SPEC_PATH_INVALID", at, message, field)];
  }
  const withoutAnchor = reference.replace(/#.*$/s, "");
  return specs.exists(reference) || (withoutAnchor !== "" && specs.exists(withoutAnchor))
    ? []
    : [finding("MISSING_SPEC", at, `${reference} does not exist`, field)];
}

/** A relative path that never climbs above its start. */
function staysInside(path: string): boolean {
  if (path.trim() === "" || /^(?:[/\\~]|[A-Za-z]:)|\p{Cc}/u.test(path)) return false;
  let depth = 0;
  for (const segment of path.split(/[\\/]/)) {
    if (segment === "..") depth -= 1;
    else if (segment !== "" && segment !== ".") depth += 1;
    if (depth < 0) return false;
  }
  return true;
}
