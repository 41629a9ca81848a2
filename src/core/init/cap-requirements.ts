import { REQUIREMENTS_CHARS } from "#contracts/limits";

/** What a project grows from stands in every prompt: a longer text ends at its last whole line, and says so. */
export function capRequirements(text: string): string {
  if (text.length <= REQUIREMENTS_CHARS) return text;
  const start = text.slice(0, REQUIREMENTS_CHARS);
  const end = start.lastIndexOf("\n");
  const kept = end > 0 ? start.slice(0, end) : start.replace(/[\ud800-\udbff]$/, "");
  return `${kept.trimEnd()}\n\n(The plan goes on; what of it is to be built stands in the items.)`;
}
