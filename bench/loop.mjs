import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { interleave, timeOf, versus } from "./measure.mjs";
import { countProcesses } from "./processes.mjs";
import { backlogText } from "./workshop.mjs";

const SIZES = [
  { items: 20, rounds: 15 },
  { items: 100, rounds: 5 },
  { items: 500, rounds: 3 },
];
const AT_MOST = 1.8;
/** An item at the largest size, against one at the smallest. */
const GROWTH_AT_MOST = 1.3;
/** The agent, git add, git commit. */
const PROCESSES_AN_ITEM = 3;

const BARE_RUNNER = fileURLToPath(new URL("bare-runner.mjs", import.meta.url));

const AGENT = `echo "$TOOL_ITEM_ID" > "work-$TOOL_ITEM_ID"
echo TOOL_DONE`;

/** What the runner costs an item, against a shell loop that runs the same agent, adds and commits, and nothing else. */
export function benchLoop(workshop, { quick }) {
  const agent = workshop.makeAgent("returns-at-once.sh", AGENT);
  const rows = SIZES.map(({ items, rounds }) => benchSize(workshop, agent, items, quick ? 1 : rounds));
  const [smallest, largest] = [rows[0][0], rows.at(-1)[0]];
  const processes = countProcesses(workshop, agent);
  return [
    ...rows.flat(),
    {
      group: "loop",
      what: `an item among ${SIZES.at(-1).items}, against one among ${SIZES[0].items}`,
      unit: "ms an item",
      ours: largest.ours,
      baseline: smallest.ours,
      against: "ours at 20",
      ratio: largest.ours / smallest.ours,
      atMost: GROWTH_AT_MOST,
      rounds: largest.rounds,
    },
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
  const [ours, baseline, floor, bare, orderly, loaded] = interleave(rounds, [
    () => runLoop(workshop, agent, items),
    () => runShellLoop(workshop, agent, items, false),
    () => runShellLoop(workshop, agent, items, true),
    () => runBare(workshop, agent, items),
    () => runBare(workshop, agent, items, "orderly"),
    () => runBare(workshop, agent, items, "orderly", dirname(workshop.tool[1])),
  ]);
  const row = { group: "loop", unit: "ms an item", baseline, against: "shell loop", parts: items, rounds };
  return [
    versus({ ...row, what: `loop run, ${items} items, every commit there`, ours, atMost: AT_MOST }),
    versus({ ...row, what: `floor: ${items} items, a backlog.json in each commit`, ours: floor }),
    versus({ ...row, what: `floor: ${items} items, by a Node that does nothing else`, ours: bare }),
    versus({
      ...row,
      what: `floor: ${items} items, by a Node that also writes what a crash leaves to go by`,
      ours: orderly,
    }),
    versus({
      ...row,
      what: `floor: ${items} items, by such a Node that has also loaded the code of a runner`,
      ours: loaded,
    }),
  ];
}

function runLoop(workshop, agent, items) {
  const { path, git } = workshop.makeProject(items, agent);
  const line = [...workshop.tool, "loop", "run", "--json", "--iterations", String(items)];
  const { ms } = timeOf(line, { cwd: path, env: workshop.env });
  expectAll(git, /^\[tool\] \d+: /, items);
  const backlog = JSON.parse(readFileSync(join(path, ".tool/backlog.json"), "utf8"));
  const open = backlog.items.filter((item) => item.status !== "done").length;
  if (open > 0) throw new Error(`${open} of ${items} items are not done.`);
  // The shell that starts git outlives the run by a moment: its work is counted nowhere.
  return { ms, worked: null };
}

/** With a backlog it is what a loop costs whose list of items is in git: the file is read, packed and stored anew in each commit. */
function runShellLoop(workshop, agent, items, hasBacklog) {
  const { path, git } = workshop.makeRepository();
  if (hasBacklog) workshop.makeFile(join(path, "backlog.json"), backlogText(items));
  const script = `i=0
while [ "$i" -lt ${items} ]; do
  i=$((i+1))
  TOOL_ITEM_ID=$i ${agent} </dev/null >/dev/null${hasBacklog ? '\n  echo "$i" >> backlog.json' : ""}
  git add -A
  git commit --quiet -m "item $i"
done`;
  const time = timeOf(["/bin/sh", "-c", script], { cwd: path, env: workshop.env });
  expectAll(git, /^item \d+$/, items);
  return time;
}

/** With the backlog in each commit, as a runner has it. */
function runBare(workshop, agent, items, ...how) {
  const { path, git } = workshop.makeRepository();
  workshop.makeFile(join(path, "backlog.json"), backlogText(items));
  const line = [process.execPath, BARE_RUNNER, agent, String(items), ...how];
  const { ms } = timeOf(line, { cwd: path, env: workshop.env });
  expectAll(git, /^item \d+$/, items);
  return { ms, worked: null };
}

/** A commit that got lost would make any time worthless. */
function expectAll(git, subject, items) {
  const found = git("log", "--format=%s")
    .split("\n")
    .filter((line) => subject.test(line)).length;
  if (found !== items) throw new Error(`${found} of ${items} commits are there.`);
}
