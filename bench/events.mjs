import { closeSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { interleave, peakOf, timeOf, versus } from "./measure.mjs";
import { startServer } from "./serving.mjs";

const MANY = 1_000_000;
const FEWER = MANY / 10;
const PEAK_MIB = 120;
/** What an event of the large log may cost more than one of the small: nothing, but for noise. */
const LINEAR_AT_MOST = 1.25;
/** What the end of a large file may cost more than that of a small one. */
const TAIL_AT_MOST = 1.3;
/** As long as what the derivation of a status looks at. */
const LONG_LOG = 60_000;
const SHORT_LOG = 1000;

/** A run's own files at the size that an unattended month leaves: replayed whole, or looked at from their end. */
export async function benchEvents(workshop, { quick }) {
  const [many, fewer] = [MANY, FEWER].map((events) => ({ events, ...makeRun(workshop, events) }));
  const rows = [
    ...(await replay(workshop, "follow --json", ["follow", "--json"], many, fewer)),
    ...(await replay(workshop, "follow", ["follow"], many, fewer)),
    ...(await streams(workshop, many, fewer)),
    ...tails(workshop, many, fewer, quick ? 5 : 15),
  ];
  for (const { path } of [many, fewer]) rmSync(path, { recursive: true });
  return rows;
}

/** Gone over once: a file of this size drowns what else the machine does. */
async function replay(workshop, what, words, many, fewer) {
  const once = ({ path }) => peakOf([...workshop.tool, ...words], { cwd: path, env: workshop.env });
  const small = await once(fewer);
  const large = await once(many);
  for (const { code, stderr } of [small, large]) if (code !== 0) throw new Error(`${what}: ${stderr}`);
  return linear(`tool ${what}`, large, small);
}

function linear(what, large, small) {
  const each = ({ ms, worked }, events) => ({ ms: (ms * 1000) / events, worked: worked && worked / events });
  return [
    versus({
      group: "events",
      what: `${what}, ${MANY} events`,
      unit: "µs an event",
      ours: each(large, MANY),
      baseline: each(small, FEWER),
      against: `${FEWER} events`,
      atMost: LINEAR_AT_MOST,
      byWork: true,
      rounds: 1,
    }),
    {
      group: "events",
      what: `${what}, peak memory`,
      unit: "MiB",
      ours: large.peakMiB,
      baseline: small.peakMiB,
      against: `${FEWER} events`,
      ratio: large.peakMiB / small.peakMiB,
      atMostOurs: PEAK_MIB,
      rounds: 1,
    },
  ];
}

/** One reader takes the whole run from a server. */
async function streams(workshop, many, fewer) {
  const once = async ({ path, events }) => {
    const server = await startServer(workshop, join(path, ".."));
    try {
      const workedBefore = server.worked();
      const ms = await server.readEvents(path.slice(path.lastIndexOf("/") + 1), events);
      const worked = workedBefore === null ? null : server.worked() - workedBefore;
      return { ms, worked, peakMiB: server.memory()?.peakMiB ?? Number.NaN };
    } finally {
      await server.stop();
    }
  };
  const small = await once(fewer);
  return linear("GET loop/events from the first", await once(many), small);
}

/** Only the end matters, so the size must not. */
function tails({ tool, env }, many, fewer, rounds) {
  const compare = (what, words, lines, shortLines) => {
    writeLog(many.path, lines);
    writeLog(fewer.path, shortLines);
    for (const { path } of [many, fewer]) rmSync(join(path, ".tool/state.json"), { force: true });
    const measure =
      ({ path }) =>
      () =>
        timeOf([...tool, ...words], { cwd: path, env });
    const [ours, baseline] = interleave(rounds, [measure(many), measure(fewer)]);
    const row = { group: "events", ours, baseline, against: `${shortLines} lines`, rounds };
    return versus({ ...row, what: `${what}, a log of ${lines} lines`, atMost: TAIL_AT_MOST });
  };
  return [
    compare("tool log --tail 20", ["log", "--tail", "20"], MANY, SHORT_LOG),
    compare("tool status without state.json", ["status", "--json"], MANY, LONG_LOG),
  ];
}

/** A project whose one run is over and has left so many events. */
function makeRun(workshop, events) {
  const { path } = workshop.makeProject(20);
  const began = Date.parse("2026-01-02T03:04:05.678Z");
  const at = (seq) => new Date(began + seq * 100).toISOString();
  writeLines(join(path, ".tool/events.ndjson"), events, (seq) => {
    const own =
      seq === 0 ? FIRST : seq === events - 1 ? LAST : EVENTS[seq % EVENTS.length](Math.floor(seq / 20));
    return JSON.stringify({ ...own, timestamp: at(seq), projectPath: path, seq, schemaVersion: "1" });
  });
  const state = {
    status: "complete",
    iteration: 20,
    maxIterations: 20,
    currentItem: null,
    lastSignal: "clean",
    startedAt: at(0),
    updatedAt: at(events),
    completedItems: [],
    blockedItems: [],
    deferredItems: [],
    baseCommitHash: null,
    error: null,
  };
  writeFileSync(join(path, ".tool/state.json"), JSON.stringify(state));
  return { path };
}

const idOf = (n) => String(1 + (n % 20)).padStart(3, "0");
const FIRST = { type: "loop_started", maxIterations: 20 };
const LAST = { type: "loop_completed", completedCount: 20, blockedCount: 0 };
const TOOLS = ["Read", "Edit", "Bash"];

/** Twenty of an item's session, tool calls the most. */
const EVENTS = [
  (n) => ({ type: "iteration_start", iteration: n + 1, maxIterations: 100_000 }),
  (n) => ({ type: "item_selected", itemId: idOf(n), title: `Item ${n} of the benchmark`, priority: 2 }),
  (n) => ({ type: "llm_spawned", itemId: idOf(n), provider: "generic-cli", timeoutMinutes: 60 }),
  ...Array.from({ length: 12 }, (_, i) => (n) => ({
    type: "llm_tool_activity",
    itemId: idOf(n),
    toolName: TOOLS[(i >> 1) % TOOLS.length],
    phase: i % 2 === 0 ? "start" : "end",
  })),
  (n) => ({ type: "llm_token_update", itemId: idOf(n), inputTokens: 1000 + n, outputTokens: 200 }),
  (n) => ({ type: "llm_token_update", itemId: idOf(n), inputTokens: 2000 + n, outputTokens: 400 }),
  (n) => ({
    type: "llm_exited",
    itemId: idOf(n),
    provider: "generic-cli",
    exitCode: 0,
    timedOut: false,
    durationMs: 1234,
  }),
  (n) => ({ type: "signal_parsed", itemId: idOf(n), signal: "done" }),
  (n) => ({ type: "item_completed", itemId: idOf(n), title: `Item ${n} of the benchmark` }),
];

function writeLog(project, lines) {
  writeLines(join(project, ".tool/tool.log"), lines, (n) =>
    n === 0
      ? "[2026-01-02 03:04:05] Loop started (maxIterations=20)"
      : n === lines - 1
        ? "[2026-01-02 03:04:08] Loop completed"
        : n % 3 === 0
          ? `[2026-01-02 03:04:06] --- Iteration ${n} / ${lines} ---`
          : `[2026-01-02 03:04:07] Item ${idOf(n)} completed: Item ${n} of the benchmark`,
  );
}

/** A megabyte at a time. */
function writeLines(file, count, lineOf) {
  const fd = openSync(file, "w");
  let text = "";
  for (let n = 0; n < count; n += 1) {
    text += `${lineOf(n)}\n`;
    if (text.length < 1_048_576 && n < count - 1) continue;
    writeSync(fd, text);
    text = "";
  }
  closeSync(fd);
}
