import { parseAmount } from "./money.js";

/** The lines of a bank's export: day, text and amount with semicolons between them. */
export function readEntries(csv) {
  return csv
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [day, text, amount] = line.split(";");
      return { day, text, cents: parseAmount(amount) };
    });
}
