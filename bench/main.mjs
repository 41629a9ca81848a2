// `npm run bench`: start-up, the loop, large backlogs and logs, the server, each against a baseline of the same run.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { benchBacklogs } from "./backlogs.mjs";
import { benchDiscovery } from "./discovery.mjs";
import { benchEvents } from "./events.mjs";
import { benchLoop } from "./loop.mjs";
import { benchMemory } from "./memory.mjs";
import { benchPeers } from "./peers.mjs";
import { asMarkdown, asTable, isOver, machineFacts } from "./results.mjs";
import { benchServer } from "./server.mjs";
import { benchStarts } from "./starts.mjs";
import { openWorkshop } from "./workshop.mjs";

const GROUPS = {
  start: { title: "Start", run: benchStarts },
  loop: { title: "The loop", run: benchLoop },
  memory: { title: "Memory of the loop", run: benchMemory },
  backlogs: { title: "Large backlogs", run: benchBacklogs },
  events: { title: "A run of a million events", run: benchEvents },
  server: { title: "Server", run: benchServer },
  discovery: { title: "Discovery", run: benchDiscovery },
  /** Installs other programs from npm: when asked for alone. */
  peers: { title: "Peers", run: benchPeers, apart: true },
};

const { values: asked } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    /** Writes bench/RESULTS.md, too; of the peers bench/PEERS.md. */
    write: { type: "boolean", default: false },
    /** Fewer rounds. */
    quick: { type: "boolean", default: false },
    /** Names of groups, with commas between them. */
    only: { type: "string" },
  },
});

const chosen =
  asked.only?.split(",") ?? Object.keys(GROUPS).filter((name) => GROUPS[name].apart === undefined);
const unknown = chosen.find((name) => !Object.hasOwn(GROUPS, name));
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}": ${Object.keys(GROUPS).join(", ")}.`);
  process.exitCode = 2;
} else {
  const facts = machineFacts();
  const started = performance.now();
  const workshop = openWorkshop();
  process.once("SIGINT", () => process.exit(130));
  process.once("exit", workshop.close);
  const rows = [];
  for (const name of chosen) {
    const begun = performance.now();
    rows.push(...(await GROUPS[name].run(workshop, asked)));
    console.error(`${name}: ${((performance.now() - begun) / 1000).toFixed(0)}s`);
  }
  facts.minutes = (performance.now() - started) / 60_000;
  console.log(asked.json ? JSON.stringify({ ...facts, results: rows }, round, 2) : asTable(facts, rows));
  const titles = Object.fromEntries(Object.entries(GROUPS).map(([name, { title }]) => [name, title]));
  const file = chosen.every((name) => GROUPS[name].apart) ? "PEERS.md" : "RESULTS.md";
  if (asked.write) writeFileSync(new URL(file, import.meta.url), asMarkdown(facts, rows, titles));
  if (rows.some(isOver)) process.exitCode = 1;
}

/** Nobody needs nanoseconds. */
function round(_key, value) {
  return typeof value === "number" ? Math.round(value * 1000) / 1000 : value;
}
