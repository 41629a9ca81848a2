import * as z from "zod";
import { ToolError } from "#contracts/error";
import { faultsOf } from "#contracts/schema/fault";

const MOST_FAULTS = 20;
const SHOWN_CHARS = 200;
const NOTHING = z.strictObject({});

/** The value as its schema turns it, or VALIDATION_ERROR that names every fault; where there is no schema nothing may be given. */
export function checkInput(schema: z.ZodType | undefined, value: unknown): unknown {
  const result = (schema ?? NOTHING).safeParse(value);
  if (result.success) return result.data;
  const faults = faultsOf(schema ?? NOTHING, value).slice(0, MOST_FAULTS);
  throw new ToolError("VALIDATION_ERROR", faults.map(({ message }) => message).join(" "), {
    details: {
      field: faults[0]?.path,
      value: shown(faults[0]?.value),
      fields: faults.map(({ path }) => path),
    },
  });
}

/** The values of a query, each given once; none is empty, since that would count as 0. */
export function queryFields(address: string): Readonly<Record<string, string>> {
  const { searchParams } = new URL(address);
  const names = [...searchParams.keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw badQuery(twice, "is given more than once");
  const empty = names.find((name) => searchParams.get(name) === "");
  if (empty !== undefined) throw badQuery(empty, "must not be empty");
  return Object.fromEntries(searchParams);
}

const badQuery = (field: string, words: string): ToolError =>
  new ToolError("VALIDATION_ERROR", `${field} ${words}.`, { details: { field } });

/** What was sent is known to its sender; a long text is only named. */
function shown(value: unknown): unknown {
  const text = typeof value === "string" ? value : textOf(value);
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : value;
}

/** What is nested too deeply can't be put into words. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "…".repeat(SHOWN_CHARS + 1);
  }
}
