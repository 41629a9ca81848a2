import { ToolError } from "#contracts/error";

/** Far more than any file of ours needs, far less than what JSON's writer can stand. */
const MOST_LEVELS = 500;

/** A value nested so deep that JSON's writer ran out of stack, as an error of the table with its file where that is known; null for every other error. */
export function tooDeep(error: unknown, file?: string): ToolError | null {
  if (!(error instanceof RangeError) || !/^.*\n\s+at JSON\.stringify /.test(error.stack ?? "")) return null;
  return deepFile(file, error);
}

/** VALIDATION_ERROR for a value that could be read but not be written again. */
export function refuseDepth(value: unknown, file: string): void {
  if (isDeep(value, MOST_LEVELS)) throw deepFile(file);
}

const isDeep = (value: unknown, left: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (left === 0 || Object.values(value).some((part) => isDeep(part, left - 1)));

function deepFile(file?: string, cause?: unknown): ToolError {
  return new ToolError("VALIDATION_ERROR", `${file ?? "A file of the project"} is nested too deeply.`, {
    reason: "It holds brackets within brackets by the hundred. Nothing was written.",
    ...(file !== undefined && { details: { file } }),
    cause,
  });
}
