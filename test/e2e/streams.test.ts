import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { get, type ClientRequest } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { crowd } from "../crowd.ts";
import { createServerWorld } from "./server-world.ts";

const CLIENTS = 200;
/** Ten thousand in the long proofs. */
const EVENTS = Number(process.env["STREAM_EVENTS"] ?? 2500);
const RUN = Date.UTC(2026, 10, 20, 23, 0, 0);
/** From the file to the client, on an idle machine. */
const LATE_MS = 250;
const PATIENCE = { timeout: 40_000, interval: 50 };

const eventLine = (seq: number): string =>
  `${JSON.stringify({
    type: "llm_tool_activity",
    itemId: "006",
    toolName: "Bash",
    phase: seq % 2 === 0 ? "start" : "end",
    timestamp: new Date(RUN + seq).toISOString(),
    projectPath: "/home/ada/code/ledger-api",
    seq,
    schemaVersion: "1",
    sentAt: Date.now(),
  })}\n`;

const eventLines = (from: number, to: number): string => {
  let text = "";
  for (let seq = from; seq < to; seq += 1) text += eventLine(seq);
  return text;
};

interface Client {
  /** How many events came, all in order and each once; -1 after the first that was not the next. */
  count(): number;
  /** Closes the connection in the middle and comes back with the id it had last. */
  reconnect(): void;
  readonly delays: number[];
}

/** Reads ids as they come, without keeping what they belong to. */
const openClient = (url: string): Client => {
  let next = 0;
  let request: ClientRequest;
  const delays: number[] = [];
  const connect = (): void => {
    let rest = "";
    const headers = next > 0 ? { "last-event-id": `${RUN}:${next - 1}` } : {};
    const own = get(url, { headers, agent: false }, (response) => {
      response.setEncoding("latin1");
      response.on("data", (chunk: string) => {
        if (own !== request) return;
        const text = rest + chunk;
        const end = text.lastIndexOf("\n\n");
        if (end < 0) return void (rest = text);
        rest = text.slice(end + 2);
        for (const [, run, seq, sentAt] of text
          .slice(0, end)
          .matchAll(/id: (\d+):(\d+)\n[^\n]*\n.*?"sentAt":(\d+)/g)) {
          next = next >= 0 && Number(seq) === next && Number(run) === RUN ? next + 1 : -1;
          delays.push(Date.now() - Number(sentAt));
        }
      });
      response.on("error", () => undefined);
    });
    own.on("error", () => undefined);
    request = own;
  };
  connect();
  onTestFinished(() => void request.destroy());
  return {
    count: () => next,
    reconnect() {
      request.destroy();
      connect();
    },
    delays,
  };
};

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

test(`${CLIENTS} streams on one loop with ${EVENTS} events: each gets every one once, in order, also after being cut, and soon`, async () => {
  const world = await createServerWorld(onTestFinished);
  const project = await world.project("ledger-api", "/bin/true", 1);
  const eventsLog = join(project.path, ".tool", "events.ndjson");
  writeFileSync(eventsLog, eventLines(0, EVENTS / 2));
  await world.run(["server", "start"]);
  const pid = world.pid();
  const url = `http://127.0.0.1:${world.port}/api/projects/ledger-api/loop/events`;
  const before = memoryOf(pid);

  const clients = Array.from({ length: CLIENTS }, () => openClient(url));
  const least = (): number => Math.min(...clients.map((client) => client.count()));
  await expect.poll(least, PATIENCE).toBeGreaterThan(0);
  for (let seq = EVENTS / 2; seq < EVENTS; seq += 250) {
    appendFileSync(eventsLog, eventLines(seq, seq + 250));
    for (const [i, client] of clients.entries()) if ((i * 7 + seq / 250) % 23 === 0) client.reconnect();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await expect.poll(least, PATIENCE).toBe(EVENTS);
  expect(clients.map((client) => client.count())).toEqual(clients.map(() => EVENTS));
  expect(memoryOf(pid) - before).toBeLessThan(150);

  for (const client of clients) client.delays.length = 0;
  for (let i = 0; i < 25; i += 1) {
    appendFileSync(eventsLog, eventLine(EVENTS + i));
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  await expect.poll(least, PATIENCE).toBe(EVENTS + 25);
  const delays = clients.flatMap((client) => client.delays).toSorted((a, b) => a - b);
  expect(delays).toHaveLength(25 * CLIENTS);
  const p99 = delays[Math.floor(delays.length * 0.99)] ?? Infinity;
  expect(p99).toBeLessThan(LATE_MS * crowd());
});
