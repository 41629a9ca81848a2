// `npm run bench`: start-up, overhead of the loop and memory, each against a baseline of the same run.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { benchLoop } from "./loop.mjs";
import { benchMemory } from "./memory.mjs";
import { asMarkdown, asTable, isOver, machineFacts } from "./results.mjs";
import { benchStarts } from "./starts.mjs";
import { openWorkshop } from "./workshop.mjs";

const { values: asked } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    /** Writes bench/RESULTS.md, too. */
    write: { type: "boolean", default: false },
    /** Fewer rounds. */
    quick: { type: "boolean", default: false },
    /** start, loop or memory alone. */
    only: { type: "string" },
  },
});

const groups = { start: benchStarts, loop: benchLoop, memory: benchMemory };
const chosen = asked.only === undefined ? Object.keys(groups) : [asked.only];
if (!chosen.every((name) => Object.hasOwn(groups, name))) {
  console.error(`There is no benchmark "${asked.only}": ${Object.keys(groups).join(", ")}.`);
  process.exitCode = 2;
} else {
  const workshop = openWorkshop();
  try {
    const rows = [];
    for (const name of chosen) rows.push(...(await groups[name](workshop, asked)));
    const facts = machineFacts();
    console.log(asked.json ? JSON.stringify({ ...facts, results: rows }, round, 2) : asTable(facts, rows));
    if (asked.write) writeFileSync(new URL("RESULTS.md", import.meta.url), asMarkdown(facts, rows));
    if (rows.some(isOver)) process.exitCode = 1;
  } finally {
    workshop.close();
  }
}

/** Nobody needs nanoseconds. */
function round(_key, value) {
  return typeof value === "number" ? Math.round(value * 1000) / 1000 : value;
}
