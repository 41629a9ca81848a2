import { readFileSync } from "node:fs";
import { join } from "node:path";

const PAGE = join(import.meta.dirname, "../docs/reliability.md");

/** Prints what a proof has tried, and gives the rows of docs/reliability.md that name the proof: they must hold that figure. */
export function sayFigure(proof: string, figure: string): string {
  process.stdout.write(`${proof}: ${figure}\n`);
  const rows = readFileSync(PAGE, "utf8").split("\n");
  return rows.filter((row) => row.startsWith("| **") && row.includes(proof)).join("\n");
}
