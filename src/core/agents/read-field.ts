import { copyStart } from "#core/text/copy-start";

/** A JSON object of one line, or null: plain words, a cut line, an array. */
export function parseObject(line: string): Record<string, unknown> | null {
  if (!line.trimStart().startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The value at a path of keys, undefined where anything on the way is missing. */
export function readField(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const key of path) {
    if (!isObject(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}

export function readText(value: unknown, ...path: readonly string[]): string | null {
  const found = readField(value, ...path);
  return typeof found === "string" ? found : null;
}

const NAME_CHARS = 200;

/** An id or a name, which is kept: cut where it is longer than one is. */
export function readName(value: unknown, ...path: readonly string[]): string | null {
  const name = readText(value, ...path);
  return name === null ? null : copyStart(name, NAME_CHARS);
}

export function readNumber(value: unknown, ...path: readonly string[]): number | null {
  const found = readField(value, ...path);
  return typeof found === "number" && Number.isFinite(found) ? found : null;
}

export function readList(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = readField(value, ...path);
  return Array.isArray(found) ? found : [];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
