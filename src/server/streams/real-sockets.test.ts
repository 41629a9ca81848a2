import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { expect, onTestFinished, test } from "vitest";
import { createMemoryFiles } from "../../../test/fakes/memory-files.ts";
import { createMemoryWorld } from "../../../test/fakes/memory-ports.ts";
import { createVirtualClock } from "../../../test/fakes/virtual-clock.ts";
import { SSE_HEARTBEAT_MS } from "#contracts/limits";
import { backlogPaths } from "#contracts/paths";
import type { Files } from "#engine/ports";
import { createStreams } from "#server/streams/create-streams";

const paths = backlogPaths("/work/ledger-api");

/** More than any socket on the way takes in. */
const EVENTS = 2500;

const serveStreams = async () => {
  const clock = createVirtualClock({ auto: false });
  const files = createMemoryFiles({ now: () => clock.now() });
  const line = (seq: number): string =>
    `${JSON.stringify({ type: "sleep_end", timestamp: "2026-11-20T23:00:00.000Z", projectPath: "x".repeat(4000), seq, schemaVersion: "1" })}\n`;
  const text = Array.from({ length: EVENTS }, (_, seq) => line(seq)).join("");
  files.plant({ [paths.eventsLog]: text });
  // The fake disk would encode all of it for each page and each look.
  const bytes = Buffer.from(text);
  const stat = await files.stat(paths.eventsLog);
  let linesRead = 0;
  const counted: Files = {
    ...files,
    within: () => counted,
    stat: async (path) => (path === paths.eventsLog ? stat : files.stat(path)),
    async readLines(_path, from, maxBytes) {
      const part = bytes.subarray(from, from + maxBytes);
      const whole = part.subarray(0, Math.max(0, part.lastIndexOf("\n")));
      if (whole.length === 0) return { lines: [], next: from };
      const lines = whole.toString().split("\n");
      linesRead += lines.length;
      return { lines, next: from + whole.length + 1 };
    },
  };
  const streams = createStreams({ ...createMemoryWorld().runner(), clock, files: counted });
  const answer = getRequestListener(() => streams.loopEvents(paths, null), { overrideGlobalObjects: false });
  const server: Server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    streams.close();
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const open = (): Socket => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  const connections = (): Promise<number> =>
    new Promise((resolve, reject) =>
      server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
    );
  return { clock, streams, open, connections, linesRead: () => linesRead };
};

const PATIENCE = { timeout: 20_000, interval: 20 };

test("a client that takes nothing in is cut off; nothing was kept for it meanwhile", async () => {
  const { clock, streams, open, connections, linesRead } = await serveStreams();
  open().pause();
  await expect.poll(() => streams.open, PATIENCE).toBe(1);
  await expect.poll(linesRead, PATIENCE).toBeGreaterThan(0);
  // As long as the sockets on the way still take something in, no beat finds it late.
  const beat = async (): Promise<number> => {
    await clock.advance(SSE_HEARTBEAT_MS);
    return streams.open;
  };
  await expect.poll(beat, PATIENCE).toBe(0);
  await expect.poll(connections, PATIENCE).toBe(0);
  expect(linesRead()).toBeLessThan(EVENTS);
});

test("a client that goes away in the middle takes everything along", async () => {
  const { clock, streams, open, connections } = await serveStreams();
  const socket = open();
  await new Promise((resolve) => socket.once("data", resolve));
  expect(clock.pending).toBe(2);
  socket.destroy();
  await expect.poll(connections, PATIENCE).toBe(0);
  await expect.poll(() => streams.open, PATIENCE).toBe(0);
  expect(clock.pending).toBe(0);
});
