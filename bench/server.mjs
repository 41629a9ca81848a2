import { appendFileSync, cpSync } from "node:fs";
import { join } from "node:path";
import { startBareServer, startServer } from "./serving.mjs";
import { backlogText } from "./workshop.mjs";

const ITEMS = 10_000;
const READERS = 200;
const EVENTS = 1000;
const WATCHED = 50;
const IDLE_PERCENT = 1;
const STREAMS = 1000;
/** As little as a run with any agent may take. */
const MEMORY_MIB = 150;
/** What a cached answer about a large backlog may cost more than one about a small. */
const CACHED_AT_MOST = 1.5;

/** The server under many requests, many readers and many projects, and at rest; beside node's own with the same bytes. */
export async function benchServer(workshop, { quick }) {
  const root = makeRoot(workshop);
  const events = join(root, "large/.tool/events.ndjson");
  const ours = await startServer(workshop, root);
  const bare = await startBareServer(workshop, join(root, "large/.tool/backlog.json"), events);
  try {
    return [
      ...(await requests(ours, bare, quick ? 1000 : 5000)),
      await fanOut(ours, bare, events),
      await idle(workshop, root, quick ? 10 : 60),
      ...(await wear(workshop, root, quick ? 10_000 : 100_000)),
    ];
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
}

/** `small` with a hundred items, `large` with ten thousand and a log of events, and fifty more. */
function makeRoot(workshop) {
  const { path } = workshop.makeProject(100);
  const root = workshop.folder("root");
  for (const name of ["small", "large"]) cpSync(path, join(root, name), { recursive: true });
  workshop.makeFile(join(root, "large/.tool/backlog.json"), backlogText(ITEMS));
  workshop.makeFile(join(root, "large/.tool/events.ndjson"), "");
  for (let n = 1; n <= WATCHED; n += 1) cpSync(path, join(root, `p${n}`), { recursive: true });
  return root;
}

async function requests(ours, bare, count) {
  const api = (id, rest) => `/api/projects/${id}/${rest}`;
  const etag = async (id) => ({ "if-none-match": (await ours.get(api(id, "backlog"))).headers.etag });
  const few = Math.ceil(count / 25);
  const rows = [
    ["status, 100 items", api("small", "status"), "/small", count, {}],
    [`status, ${ITEMS} items`, api("large", "status"), "/small", count, {}],
    [`backlog of ${ITEMS} items, 304`, api("large", "backlog"), "/large", count, await etag("large")],
    ["backlog of 100 items, 304", api("small", "backlog"), "/large", count, await etag("small")],
    [`backlog of ${ITEMS} items, 200`, api("large", "backlog"), "/large", few, {}],
  ];
  const found = [];
  for (const [what, path, barePath, times, headers] of rows) {
    const bareHeaders = "if-none-match" in headers ? { "if-none-match": '"1"' } : {};
    const mine = await rate(ours, path, times, headers);
    found.push({ what, times, mine, theirs: await rate(bare, barePath, times, bareHeaders) });
  }
  const [, , large, small] = found;
  return [
    ...found.map(({ what, times, mine, theirs }) => ({
      group: "server",
      what: `${what}, ${times} requests`,
      unit: "/s",
      ours: mine.perSecond,
      baseline: theirs.perSecond,
      against: "node:http",
      ratio: mine.perSecond / theirs.perSecond,
      ...(theirs.worked > 0 && { worked: mine.worked / theirs.worked }),
    })),
    {
      group: "server",
      what: "304 of the large backlog, in work, against that of the small",
      unit: "ms",
      ours: large.mine.worked,
      baseline: small.mine.worked,
      against: "100 items",
      ratio: large.mine.worked / small.mine.worked,
      atMost: CACHED_AT_MOST,
    },
  ];
}

/** Requests a second, and milliseconds of work a request. */
async function rate(server, path, count, headers) {
  await server.load(path, Math.ceil(count / 10), headers);
  const before = server.worked();
  const { ms, statuses } = await server.load(path, count, headers);
  const expected = "if-none-match" in headers ? 304 : 200;
  if (statuses.length !== 1 || statuses[0] !== expected) throw new Error(`${path} answers ${statuses}.`);
  return { perSecond: (count * 1000) / ms, worked: (server.worked() - before) / count };
}

/** Events that come while two hundred are listening. */
async function fanOut(ours, bare, events) {
  const once = async (server, path) => {
    let heard = 0;
    let all = () => undefined;
    const done = new Promise((resolve) => (all = resolve));
    const hear = (chunk) => {
      for (let at = -1; (at = chunk.indexOf("\ndata: ", at + 1)) >= 0;) heard += 1;
      if (heard >= READERS * EVENTS) all();
    };
    const streams = [];
    for (let n = 0; n < READERS; n += 1) streams.push(await server.openStream(path, hear));
    const before = server.worked();
    const started = performance.now();
    for (let n = 0; n < EVENTS; n += 100) {
      appendFileSync(events, eventLines(n, 100));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await done;
    const found = { ms: performance.now() - started, worked: server.worked() - before };
    for (const { cut } of streams) cut();
    return found;
  };
  // Ours replays what is there: so it comes first.
  const mine = await once(ours, "/api/projects/large/loop/events");
  const theirs = await once(bare, "/events");
  return {
    group: "server",
    what: `${EVENTS} events to ${READERS} readers`,
    unit: "ms",
    ours: mine.ms,
    baseline: theirs.ms,
    against: "node:http",
    ratio: mine.ms / theirs.ms,
    ...(theirs.worked > 0 && { worked: mine.worked / theirs.worked }),
  };
}

function eventLines(first, count) {
  return Array.from({ length: count }, (_, i) => {
    const event = { type: "llm_tool_activity", itemId: "001", toolName: "Read", phase: "start" };
    const more = {
      timestamp: new Date().toISOString(),
      projectPath: "/",
      seq: first + i,
      schemaVersion: "1",
    };
    return `${JSON.stringify({ ...event, ...more })}\n`;
  }).join("");
}

/** A reader for each of fifty projects in which nothing happens. */
async function idle(workshop, root, seconds) {
  const server = await startServer(workshop, root);
  try {
    for (let n = 1; n <= WATCHED; n += 1) await server.openStream(`/api/projects/p${n}/log/stream`);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const before = server.worked();
    const started = performance.now();
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const percent = ((server.worked() - before) / (performance.now() - started)) * 100;
    return {
      group: "server",
      what: `at rest, ${WATCHED} projects watched for ${seconds} s`,
      unit: "% of a core",
      ours: percent,
      atMostOurs: IDLE_PERCENT,
    };
  } finally {
    await server.stop();
  }
}

/** What a long life leaves in its memory. */
async function wear(workshop, root, count) {
  const server = await startServer(workshop, root);
  const path = "/api/projects/small/status";
  try {
    await server.load(path, 1000);
    const before = server.memory();
    await server.load(path, count);
    const after = server.memory();
    for (let n = 0; n < STREAMS; n += 1) (await server.openStream("/api/projects/small/log/stream")).cut();
    const streamed = server.memory();
    const row = { group: "server", unit: "MiB", against: "after 1000 requests", baseline: before.nowMiB };
    return [
      { ...row, what: `memory after ${count} requests`, ours: after.nowMiB },
      { ...row, what: `memory after ${STREAMS} streams, opened and cut, too`, ours: streamed.nowMiB },
    ].map((one) => ({ ...one, ratio: one.ours / one.baseline, atMostOurs: MEMORY_MIB }));
  } finally {
    await server.stop();
  }
}
