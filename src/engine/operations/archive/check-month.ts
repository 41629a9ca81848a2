import { ToolError } from "#contracts/error";
import { isMonth } from "#engine/stores/archive-store";

/** VALIDATION_ERROR for what is no calendar month; a month is part of a file's name, so nothing else may get there. */
export function checkMonth(month: string): void {
  if (isMonth(month)) return;
  throw new ToolError("VALIDATION_ERROR", `A month is written YYYY-MM, not "${month}".`, {
    details: { field: "month", value: month },
  });
}
