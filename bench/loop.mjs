import { readFileSync } from "node:fs";
import { join } from "node:path";
import { interleave, timeOf } from "./measure.mjs";
import { countProcesses } from "./processes.mjs";
import { toolLine } from "./workshop.mjs";

const SIZES = [
  { items: 20, rounds: 5 },
  { items: 100, rounds: 3 },
  { items: 500, rounds: 3 },
];
const AT_MOST = 2.0;
/** The agent, git add, git commit. */
const PROCESSES_AN_ITEM = 3;

const AGENT = `echo "$TOOL_ITEM_ID" > "work-$TOOL_ITEM_ID"
echo TOOL_DONE`;

/** What the runner costs an item, against a shell loop that runs the same agent, adds and commits, and nothing else. */
export function benchLoop(workshop, { quick }) {
  const agent = workshop.makeAgent("returns-at-once.sh", AGENT);
  const rows = SIZES.map(({ items, rounds }) => benchSize(workshop, agent, items, quick ? 1 : rounds));
  const processes = countProcesses(workshop, agent);
  return [
    ...rows,
    {
      group: "loop",
      what: `processes an item (${processes.means})`,
      unit: "processes",
      ours: processes.perItem,
      baseline: PROCESSES_AN_ITEM,
      against: "agent, add, commit",
      ratio: processes.perItem / PROCESSES_AN_ITEM,
      atMost: 1,
      rounds: 1,
    },
  ];
}

function benchSize(workshop, agent, items, rounds) {
  const [ours, baseline] = interleave(rounds, [
    () => runLoop(workshop, agent, items),
    () => runShellLoop(workshop, agent, items),
  ]);
  return {
    group: "loop",
    what: `loop run, ${items} items, every commit there`,
    unit: "ms an item",
    ours: ours / items,
    baseline: baseline / items,
    against: "shell loop",
    ratio: ours / baseline,
    atMost: AT_MOST,
    rounds,
  };
}

function runLoop(workshop, agent, items) {
  const { path, git } = workshop.makeProject(items, agent);
  const line = [...toolLine, "loop", "run", "--json", "--iterations", String(items)];
  const ms = timeOf(line, { cwd: path, env: workshop.env });
  expectAll(git, /^\[tool\] \d+: /, items);
  const backlog = JSON.parse(readFileSync(join(path, ".tool/backlog.json"), "utf8"));
  const open = backlog.items.filter((item) => item.status !== "done").length;
  if (open > 0) throw new Error(`${open} of ${items} items are not done.`);
  return ms;
}

function runShellLoop(workshop, agent, items) {
  const { path, git } = workshop.makeRepository();
  const script = `i=0
while [ "$i" -lt ${items} ]; do
  i=$((i+1))
  TOOL_ITEM_ID=$i ${agent} </dev/null >/dev/null
  git add -A
  git commit --quiet -m "item $i"
done`;
  const ms = timeOf(["/bin/sh", "-c", script], { cwd: path, env: workshop.env });
  expectAll(git, /^item \d+$/, items);
  return ms;
}

/** A commit that got lost would make any time worthless. */
function expectAll(git, subject, items) {
  const found = git("log", "--format=%s")
    .split("\n")
    .filter((line) => subject.test(line)).length;
  if (found !== items) throw new Error(`${found} of ${items} commits are there.`);
}
