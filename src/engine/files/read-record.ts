import { ToolError } from "#contracts/error";
import type { RecordKind } from "#contracts/schema/explain";
import { fits, type Shape } from "#contracts/shapes";
import { refuseDepth } from "#core/text/too-deep";
import type { JsonFault } from "#engine/files/json-fault";
import type { Ports } from "#engine/ports";

/** A JSON file as its record, unknown fields kept; null when there is none. Malformed: INVALID_JSON or VALIDATION_ERROR with file and place, never an empty record. */
export async function readRecord<T>(
  ports: Ports,
  path: string,
  kind: RecordKind,
  shape: Shape<T>,
  shownAs = path,
): Promise<T | null> {
  const text = await ports.files.read(path);
  return text === null ? null : parseRecord(text, { path, kind, shape, shownAs });
}

/** In so many, nothing can be nested too deeply. */
const SHALLOW_CHARS = 8192;
/** Large, and read often: of these it comes to light when they are written. */
const LISTS: readonly RecordKind[] = ["backlog", "archive"];

export interface Source<T> {
  readonly path: string;
  readonly kind: RecordKind;
  readonly shape: Shape<T>;
  /** How messages name the file. */
  readonly shownAs: string;
}

/** A text that was read from a file, as its record; faults as readRecord tells them. */
export async function parseRecord<T>(text: string, source: Source<T>): Promise<T> {
  const value = await parse(text, source);
  if (text.length > SHALLOW_CHARS && !LISTS.includes(source.kind)) refuseDepth(value, source.shownAs);
  if (fits(source.shape, value)) return value;
  // oxlint-disable-next-line no-restricted-imports -- loaded for a malformed file alone
  const explainer = await orGone(import("#contracts/schema/explain"));
  const fault = explainer?.explain(source.kind, value);
  if (fault === null) return value as T;
  throw new ToolError("VALIDATION_ERROR", `${source.shownAs} is not well-formed.`, {
    reason: `${fault === undefined ? "" : `${fault.message} `}Nothing was written.`,
    details: { file: source.shownAs, ...(fault && { path: fault.path, value: fault.value }) },
  });
}

async function parse<T>(text: string, { shownAs }: Source<T>): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const finder = await orGone(import("#engine/files/json-fault"));
    const fault = finder?.findJsonFault(text);
    const place = fault && `Line ${fault.line}, column ${fault.column}: ${fault.words}. `;
    throw new ToolError("INVALID_JSON", `${shownAs} is not valid JSON.`, {
      reason: `${place ?? ""}Nothing was written.`,
      details: { file: shownAs, ...(fault && placeOf(fault)) },
    });
  }
}

const placeOf = ({ line, column, conflict, excerpt }: JsonFault) => ({
  line,
  column,
  ...(conflict && { conflict }),
  ...(excerpt && { excerpt }),
});

/** An upgrade may have replaced the package under a run of hours: then the fault is told without its place. */
async function orGone<T>(chunk: Promise<T>): Promise<T | null> {
  return chunk.catch(() => null);
}
