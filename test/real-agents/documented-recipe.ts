import { readFileSync } from "node:fs";

const FENCED_JSON = /^```json\n(.*?)^```$/gms;

/** The providerConfig that docs/agents.md shows for a program: what is tested is what is documented. */
export function documentedRecipe(binary: string): Readonly<Record<string, unknown>> {
  const page = readFileSync(new URL("../../docs/agents.md", import.meta.url), "utf8");
  for (const [, text = ""] of page.matchAll(FENCED_JSON)) {
    const recipe = configOf(JSON.parse(text.startsWith("{") ? text : `{${text}}`), binary);
    if (recipe !== null) return recipe;
  }
  throw new Error(`docs/agents.md shows no recipe for ${binary}`);
}

/** However much of the settings around it is shown. */
function configOf(value: unknown, binary: string): Readonly<Record<string, unknown>> | null {
  if (typeof value !== "object" || value === null) return null;
  const found = value as Readonly<Record<string, unknown>>;
  if (found["binary"] === binary) return found;
  return (
    Object.values(found)
      .map((one) => configOf(one, binary))
      .find((one) => one !== null) ?? null
  );
}
