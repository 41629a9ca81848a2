import { readFileSync } from "node:fs";
import { join } from "node:path";
import { peakOf } from "./measure.mjs";

const AT_MOST_MIB = 150;

const AGENTS = [
  {
    name: "prints-1gib.sh",
    what: "an agent that prints 1 GiB of lines",
    body: `yes "A line of output, as long as such lines are when a build or a test run talks." | head -c 1073741824`,
  },
  {
    name: "one-huge-line.sh",
    what: "an agent that prints a line of 512 MiB",
    body: `head -c 536870912 /dev/zero | tr '\\0' x`,
  },
  {
    name: "never-closes-pipe.sh",
    what: "an agent whose child keeps the pipe open",
    body: `sleep 600 &`,
  },
];

/** The peak memory of the runner, against a run whose agent says one line; each run must end by itself, its item done. */
export async function benchMemory(workshop) {
  const baseline = await peak(workshop, workshop.makeAgent("says-one-line.sh", "echo TOOL_DONE"));
  const rows = [];
  for (const { name, what, body } of AGENTS) {
    const ours = await peak(workshop, workshop.makeAgent(name, `${body}\necho\necho TOOL_DONE`));
    rows.push({
      group: "memory",
      what: `${what}, ended after ${(ours.ms / 1000).toFixed(1)}s`,
      unit: "MiB",
      ours: ours.peakMiB,
      baseline: baseline.peakMiB,
      against: "one line",
      ratio: ours.peakMiB / baseline.peakMiB,
      atMostOurs: AT_MOST_MIB,
      rounds: 1,
    });
  }
  return rows;
}

async function peak(workshop, agent) {
  const { path } = workshop.makeProject(1, agent);
  const line = [...workshop.tool, "loop", "run", "--json", "--timeout", "5"];
  const result = await peakOf(line, { cwd: path, env: workshop.env });
  const [item] = JSON.parse(readFileSync(join(path, ".tool/backlog.json"), "utf8")).items;
  if (result.code !== 0 || item.status !== "done") {
    throw new Error(`${agent}: exit ${result.code}, the item is ${item.status}. ${result.stderr}`);
  }
  if (result.peakMiB === null) throw new Error("The peak memory of a process can't be read on this system.");
  return result;
}
