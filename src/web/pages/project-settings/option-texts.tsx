type Variables = Readonly<Record<string, string>>;
type Settings = Readonly<Record<string, unknown>>;

export function variablesText(variables: Variables | undefined): string {
  return Object.entries(variables ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");
}

/** Null: there are none. A text that is none gives the sentence that says where. */
export function readVariables(text: string): Variables | null | string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const bad = lines.find((line) => !/^\s*[A-Za-z_]\w*\s*=/.test(line));
  if (bad !== undefined) return `“${bad.trim()}” is no NAME=value.`;
  if (lines.length === 0) return null;
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("=")).trim(), line.slice(line.indexOf("=") + 1)]),
  );
}

export function settingsText(settings: Settings | undefined): string {
  return settings === undefined ? "" : JSON.stringify(settings, null, 2);
}

/** Null: there are none. A text that is no object gives the sentence that says why. */
export function readSettings(text: string): Settings | null | string {
  if (text.trim() === "") return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Settings;
    return "These settings are an object: { … }.";
  } catch (error) {
    return `This is no JSON: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
