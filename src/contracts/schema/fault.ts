import type * as z from "zod";

/** What is wrong with a value, for a person to mend it. */
export interface Fault {
  /** As in items[3].priority; empty for the whole. */
  readonly path: string;
  /** One whole sentence that names the path. */
  readonly message: string;
  /** What stands there; undefined when it is missing. */
  readonly value: unknown;
}

/** Every fault that the schema finds, in the order of the value; none when it is accepted. */
export function faultsOf(schema: z.ZodType, value: unknown): readonly Fault[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  return result.error.issues.flatMap((issue) => faultsOfIssue(issue, value));
}

type Issue = z.core.$ZodIssue;

const QUOTED_CHARS = 60;

function faultsOfIssue(issue: Issue, root: unknown): Fault[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownField(issue, key, root));
  const found = at(root, issue.path);
  const path = pathText(issue.path);
  const subject = path === "" ? "The content" : path;
  if (found === undefined && path !== "") return [{ path, message: `${subject} is missing.`, value: found }];
  const message = `${subject} ${requirement(issue)}${instead(issue, found)}.`;
  return [{ path, message, value: found }];
}

function unknownField(issue: Issue, key: string, root: unknown): Fault {
  const keys = [...issue.path, key];
  const path = pathText(keys);
  return { path, message: `${path} is not a known field.`, value: at(root, keys) };
}

function requirement(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${NAMES_OF_TYPES[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${alternatives(issue.values.map((value) => String(value)))}`;
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return `must be ${issue.inclusive === false ? "less than" : "at most"} ${issue.maximum}`;
    case "invalid_union":
      return "must be of a known type";
    default:
      return issue.message;
  }
}

const NAMES_OF_TYPES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

function tooSmall(issue: Extract<Issue, { code: "too_small" }>): string {
  if (issue.origin === "string") return "must not be empty";
  if (issue.origin === "array")
    return `must have at least ${issue.minimum === 1 ? "one entry" : `${issue.minimum} entries`}`;
  return `must be ${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}`;
}

function instead(issue: Issue, found: unknown): string {
  return issue.code === "too_small" && issue.origin !== "number" ? "" : `, not ${shown(found)}`;
}

function shown(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length > QUOTED_CHARS ? `${value.slice(0, QUOTED_CHARS)}…` : value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

function alternatives(values: readonly string[]): string {
  const last = values.at(-1) ?? "";
  return values.length < 2 ? last : `${values.slice(0, -1).join(", ")} or ${last}`;
}

function at(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    root,
  );
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => text + segment(key, text === ""), "");
}

function segment(key: PropertyKey, first: boolean): string {
  if (typeof key === "number") return `[${key}]`;
  const name = String(key);
  if (!/^[\w$-]+$/.test(name)) return `[${JSON.stringify(name)}]`;
  return first ? name : `.${name}`;
}
