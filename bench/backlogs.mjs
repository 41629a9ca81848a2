import { execFileSync } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { interleave, timeOf, versus } from "./measure.mjs";
import { backlogText } from "./workshop.mjs";

const SIZES = [
  { items: 100, rounds: 9 },
  { items: 1000, rounds: 5 },
  { items: 10_000, rounds: 7 },
  { items: 50_000, rounds: 3 },
];
/** The size that the limits are for, and the one that whole commands are held against. */
const JUDGED = 10_000;
const SMALL = 100;
/** The exit code of status. */
const SOME_BLOCKED = 5;
const WRITE_AT_MOST = 1.8;
const COMMAND_AT_MOST = 4;

const DEEDS = [
  { name: "select", what: "select the next item", against: "bareReading", atMostOurs: 5 },
  { name: "validate", what: "validate, without the reading", against: "bareReading", atMostOurs: 60 },
  { name: "list", what: "list, the reading with it", against: "bareReading" },
  { name: "status", what: "status, the reading with it", against: "bareReading" },
  { name: "edit", what: "edit one item, with .bak", against: "bareWriting", atMost: WRITE_AT_MOST },
  { name: "close", what: "close 100 in one write, with .bak", against: "bareWriting", atMost: WRITE_AT_MOST },
  { name: "sweep", what: "sweep a tenth into the archive", against: "bareWriting" },
];

const COMMANDS = [
  ["backlog", "list"],
  ["backlog", "list", "--json"],
  ["backlog", "validate"],
  ["backlog", "edit", "017", "--title", "A title of its own"],
  ["backlog", "unblock"],
  ["backlog", "sweep", "--yes"],
  ["status", "--json"],
];

/** What a large backlog costs: the tool's own functions against the bare reading and writing of the same file, and whole commands against the same on a small one. */
export async function benchBacklogs(workshop, { quick }) {
  const bundle = await bundleInProcess(workshop);
  const projects = SIZES.map(({ items, rounds }) => ({
    items,
    rounds: quick ? Math.min(rounds, 3) : rounds,
    ...makeProject(workshop, items),
  }));
  const inside = projects.flatMap((project) => measureInside(workshop, bundle, project));
  return [...inside, ...measureCommands(workshop, projects)];
}

/** The sources as node runs them, without what only a whole command needs. */
async function bundleInProcess(workshop) {
  const input = fileURLToPath(new URL("in-process.mjs", import.meta.url));
  const file = join(workshop.folder("in-process"), "in-process.mjs");
  const bundle = await rolldown({ input, platform: "node", logLevel: "silent" });
  await bundle.write({ file, format: "esm", codeSplitting: false });
  await bundle.close();
  return file;
}

function makeProject(workshop, items) {
  const { path } = workshop.makeProject(1);
  const text = backlogText(items, standing);
  const kept = workshop.makeFile(`kept-${items}.json`, text);
  const backlog = workshop.makeFile(join(path, ".tool/backlog.json"), text);
  const restore = () => {
    copyFileSync(kept, backlog);
    rmSync(join(path, ".tool/archive"), { recursive: true, force: true });
  };
  return { path, restore };
}

/** A tenth is done, up to a hundred are blocked, the rest wait for one another in chains of ten. */
function standing(item, n) {
  if (n % 10 === 0) return { ...item, status: "done", completedAt: "2026-01-02T03:04:05.678Z" };
  if (n % 10 === 9 && n < 1000) return { ...item, status: "blocked", blockedReason: "Somebody has to look." };
  return n % 10 === 1 ? item : { ...item, dependsOn: [String(n - 1).padStart(3, "0")] };
}

function measureInside(workshop, bundle, { items, rounds, path, restore }) {
  restore();
  const args = ["--max-semi-space-size=16", bundle, path, String(rounds)];
  const found = JSON.parse(execFileSync(process.execPath, args, { env: workshop.env, encoding: "utf8" }));
  restore();
  return DEEDS.map(({ name, what, against, atMost, atMostOurs }) => ({
    group: "backlogs",
    what: `${items} items: ${what}`,
    unit: "ms",
    ours: found[name],
    baseline: found[against],
    against: against === "bareReading" ? "bare read, parse" : "bare read, parse, stringify, write",
    ratio: found[name] / found[against],
    ...(items === JUDGED && { atMost, atMostOurs }),
    rounds,
  }));
}

/** Sizes in turns, so that each ratio is of one moment. */
function measureCommands({ env, tool }, projects) {
  const small = projects.findIndex(({ items }) => items === SMALL);
  return COMMANDS.flatMap((words) => {
    const measures = projects.map(({ path, restore }) => () => {
      restore();
      return timeOf([...tool, ...words], { cwd: path, env }, words[0] === "status" ? [SOME_BLOCKED] : [0]);
    });
    const rounds = Math.min(...projects.map((project) => project.rounds));
    const times = interleave(rounds, measures);
    return projects.flatMap(({ items }, i) => {
      if (i === small) return [];
      const row = { group: "backlogs", ours: times[i], baseline: times[small], rounds };
      return [
        versus({
          ...row,
          what: `tool ${words.join(" ")}, ${items} items`,
          against: `${SMALL} items`,
          ...(items === JUDGED && { atMost: COMMAND_AT_MOST }),
        }),
      ];
    });
  });
}
