import { ToolError, type Hint } from "#contracts/error";

/** A fault of a file with what to do about it: said before what is safe, and as commands. */
export function withAdvice(error: ToolError, advice: string, hints: readonly Hint[]): ToolError {
  const { code, message, details, reason = "", cause } = error;
  const safe = /Nothing was [a-z]+\.$/.exec(reason)?.[0] ?? "";
  const why = reason.slice(0, reason.length - safe.length).trim();
  return new ToolError(code, message, {
    details,
    reason: [why, advice, safe].filter(Boolean).join(" "),
    hints,
    cause,
  });
}

/** Whether it is what a file holds that is at fault: that, a person can mend. */
export const isMalformed = (error: unknown): error is ToolError =>
  error instanceof ToolError && (error.code === "INVALID_JSON" || error.code === "VALIDATION_ERROR");
