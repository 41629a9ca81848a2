import { execFileSync } from "node:child_process";
import { cpus, release, totalmem } from "node:os";

/** Where and when the figures were taken. */
export function machineFacts() {
  const processors = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    git: execFileSync("git", ["--version"], { encoding: "utf8" }).trim().split(" ")[2],
    system: `${process.platform} ${release()} ${process.arch}`,
    processors: `${processors.length} × ${processors[0]?.model.trim() ?? "unknown"}`,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  };
}

/** Whether a figure is above what it may be. */
export const isOver = ({ ours, ratio, atMost, atMostOurs }) =>
  (atMost !== undefined && ratio > atMost) || (atMostOurs !== undefined && ours > atMostOurs);

const HEADERS = ["", "ours", "baseline", "", "ratio", "at most", ""];

const cells = (row) => [
  row.what,
  figure(row.ours, row.unit),
  figure(row.baseline, row.unit),
  row.against,
  row.ratio.toFixed(2),
  row.atMost === undefined ? `${row.atMostOurs} ${row.unit}` : row.atMost.toFixed(2),
  isOver(row) ? "over" : "ok",
];

const figure = (value, unit) =>
  `${value.toFixed(unit === "processes" ? 2 : 1)} ${unit === "processes" ? "" : unit}`.trim();

/** For a terminal. */
export function asTable(facts, rows) {
  const lines = [HEADERS, ...rows.map(cells)];
  const widths = HEADERS.map((_, i) => Math.max(...lines.map((line) => line[i].length)));
  const isNumber = (i) => i === 1 || i === 2 || i === 4 || i === 5;
  const body = lines.map((line) =>
    line
      .map((cell, i) => (isNumber(i) ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
      .join("  ")
      .trimEnd(),
  );
  return [describe(facts), "", ...body].join("\n");
}

/** For bench/RESULTS.md. */
export function asMarkdown(facts, rows) {
  const line = (parts) => `| ${parts.join(" | ")} |`;
  return [
    "# Results",
    "",
    `Written by \`npm run bench -- --write\`: ${describe(facts)}.`,
    "",
    "Ratios are what counts: each baseline was measured in the same run, in turns with ours; times are medians.",
    "",
    line(["", "ours", "baseline", "what it is", "ratio", "at most", ""]),
    line(["---", "--:", "--:", "---", "--:", "--:", "---"]),
    ...rows.map((row) => line(cells(row))),
    "",
  ].join("\n");
}

function describe({ date, node, git, system, processors, memoryGiB }) {
  return `${date}, node ${node}, git ${git}, ${system}, ${processors}, ${memoryGiB} GiB`;
}
