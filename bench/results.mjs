import { execFileSync } from "node:child_process";
import { cpus, loadavg, release, totalmem } from "node:os";

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
    load: loadavg()[0],
  };
}

/** Whether a figure is above what it may be; what was gone over once only is judged by its work, where that is known. */
export const isOver = ({ ours, ratio, worked, byWork, atMost, atMostOurs }) =>
  (atMost !== undefined && (byWork ? (worked ?? ratio) : ratio) > atMost) ||
  (atMostOurs !== undefined && ours > atMostOurs);

const HEADERS = ["", "ours", "baseline", "against", "ratio", "by work", "at most", ""];
const LEFT = new Set([0, 3, 7]);

const cells = (row) => [
  row.what,
  figure(row.ours, row.unit),
  row.baseline === undefined ? "" : figure(row.baseline, row.unit),
  row.against ?? "",
  row.ratio?.toFixed(2) ?? "",
  row.worked?.toFixed(2) ?? "",
  limitOf(row),
  isOver(row) ? "over" : limitOf(row) === "" ? "" : "ok",
];

function limitOf({ atMost, atMostOurs, unit }) {
  if (atMost !== undefined) return atMost.toFixed(2);
  return atMostOurs === undefined ? "" : figure(atMostOurs, unit);
}

function figure(value, unit) {
  const digits = unit === "processes" || value < 1 ? 2 : value < 1000 ? 1 : 0;
  return `${value.toFixed(digits)} ${unit === "processes" ? "" : unit}`.trim();
}

/** For a terminal. */
export function asTable(facts, rows) {
  const lines = [HEADERS, ...rows.map(cells)];
  const widths = HEADERS.map((_, i) => Math.max(...lines.map((line) => line[i].length)));
  const body = lines.map((line) =>
    line
      .map((cell, i) => (LEFT.has(i) ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join("  ")
      .trimEnd(),
  );
  return [describe(facts), "", ...body].join("\n");
}

const INTRODUCTION = `Ratios are what counts: each baseline was measured in the same run, in turns with ours; times are medians. _By work_ is the same ratio in the processor time of the processes, children included: it says the same on a busy machine as on an idle one. _Floor_ is not ours: it is what the machine asks for the least that would do. A figure is over, or ok, where it has a limit.`;

/** For bench/RESULTS.md. */
export function asMarkdown(facts, rows, titles) {
  const line = (parts) => `| ${parts.join(" | ")} |`;
  const groups = [...new Set(rows.map(({ group }) => group))].map((group) => [
    `## ${titles[group]}`,
    "",
    line(HEADERS),
    line(HEADERS.map((_, i) => (LEFT.has(i) ? "---" : "--:"))),
    ...rows.filter((row) => row.group === group).map((row) => line(cells(row))),
    "",
  ]);
  return [
    "# Results",
    "",
    `Written by \`npm run bench -- --write\`: ${describe(facts)}.`,
    "",
    INTRODUCTION,
    "",
    ...groups.flat(),
  ].join("\n");
}

function describe({ date, node, git, system, processors, memoryGiB, load, minutes }) {
  const took = minutes === undefined ? "" : `, ${minutes.toFixed(0)} minutes`;
  return `${date}, node ${node}, git ${git}, ${system}, ${processors}, ${memoryGiB} GiB, load ${load.toFixed(1)} at its begin${took}`;
}
