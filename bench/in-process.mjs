// Measures the tool's own functions on one large backlog, in turns with the bare reading and writing of the same file.
// Bundled from the sources by backlogs.mjs; prints JSON.
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { AGENT_IDS } from "#contracts/agent-ids";
import { backlogPaths } from "#contracts/paths";
import { needsArchive, selectItem } from "#core/backlog/select-item";
import { validateBacklog } from "#core/backlog/validate/validate-backlog";
import { editItemFields } from "#engine/operations/backlog/edit-item";
import { listItems } from "#engine/operations/backlog/list-items";
import { readStatus } from "#engine/operations/loop/read-status";
import { editBacklog } from "#engine/stores/backlog-store";
import { sweepDone } from "#engine/stores/sweep-done";
import { createNodeFiles } from "#platform/node-files";
import { createNodePorts } from "#platform/node-ports";
import { median } from "./measure.mjs";

const [project, rounds] = process.argv.slice(2);
const paths = backlogPaths(project);
const machine = createNodePorts();
/** What a process knows of a file that it has read before is gone with its files. */
const freshPorts = () => ({ ...machine, files: createNodeFiles() });

const original = readFileSync(paths.backlog, "utf8");
const parsed = JSON.parse(original);
const none = new Set();
const context = { archivedDone: none, knownAgents: AGENT_IDS };
const openIds = parsed.items.filter(({ status }) => status === "pending").map(({ id }) => id);
const toClose = new Set(openIds.slice(-100));
const completedAt = new Date().toISOString();
let turn = 0;

const deeds = {
  bareReading: () => JSON.parse(readFileSync(paths.backlog, "utf8")),
  bareWriting() {
    const backlog = JSON.parse(readFileSync(paths.backlog, "utf8"));
    writeFileSync(`${paths.backlog}.bare`, `${JSON.stringify(backlog, null, 2)}\n`);
    renameSync(`${paths.backlog}.bare`, paths.backlog);
  },
  select: () =>
    (needsArchive(parsed.items) ? null : selectItem(parsed.items, none)) ?? fail("nothing to select"),
  validate: () => validateBacklog(parsed, context).length === 0 || fail("the backlog is not valid"),
  list: () => listItems(freshPorts(), paths, {}),
  status: () => readStatus(freshPorts(), paths),
  edit() {
    const changes = { title: `A title of its own ${(turn += 1)}` };
    return editItemFields(freshPorts(), paths, { id: openIds.at(-1), changes });
  },
  close: () =>
    editBacklog(freshPorts(), paths, (backlog) => ({
      ...backlog,
      items: backlog.items.map((item) =>
        toClose.has(item.id) ? { ...item, status: "done", completedAt } : item,
      ),
    })),
  sweep: () => sweepDone(freshPorts(), paths, { minAgeDays: 0, unsettled: null, rest: "stays" }),
};

const times = Object.fromEntries(Object.keys(deeds).map((name) => [name, []]));
for (let round = -1; round < Number(rounds); round += 1) {
  for (const [name, deed] of Object.entries(deeds)) {
    writeFileSync(paths.backlog, original);
    rmSync(paths.archive, { recursive: true, force: true });
    const started = performance.now();
    await deed();
    // The first round warms up.
    if (round >= 0) times[name].push(performance.now() - started);
  }
}
console.log(
  JSON.stringify(Object.fromEntries(Object.entries(times).map(([name, of]) => [name, median(of)]))),
);

function fail(words) {
  throw new Error(words);
}
