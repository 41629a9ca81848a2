import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { ToolError } from "#contracts/error";
import {
  SERVER_CLOSE_GRACE_MS,
  SERVER_HEADERS_MS,
  SERVER_HOST,
  SERVER_HURRY_MS,
  SERVER_REQUEST_MS,
  SERVER_SILENT_CONNECTIONS,
} from "#contracts/limits";
import type { Serve, ServeRequest } from "#engine/server-ports";
import { openServerLog } from "#engine/stores/server-log";
import { claimServer, releaseServer } from "#engine/stores/server-state";
import { createApp } from "#server/app";
import { limitSilence } from "#server/limit-silence";
import { isReading } from "#server/middleware/mutation-rule";
import { createLoopManager } from "#server/loop-manager";
import { recoverStaleLoops } from "#server/recover-stale-loops";
import { createStreams } from "#server/streams/create-streams";

/** Serves on the loopback address alone (spec: Authentication). CONFLICT with `details.port` when the port is taken. */
export const serve: Serve = async (request) => {
  const { ports } = request;
  const log = openServerLog(ports);
  const loops = createLoopManager(ports, log);
  const streams = createStreams(ports);
  let bound = request.port;
  let release = (): void => undefined;
  /** What changes something waits until interrupted loops are mended, which takes their locks. */
  const recovered = new Promise<void>((resolve) => (release = resolve));
  const app = createApp({
    ports,
    version: request.version,
    rootDirectory: request.rootDirectory,
    webRoot: request.webRoot,
    port: () => bound,
    startedAt: ports.clock.now(),
    loops,
    streams,
    log,
  });
  const answer = getRequestListener(
    async (incoming) => {
      if (!isReading(incoming.method)) await recovered;
      return app.fetch(incoming);
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer(
    // A client that sends its request byte by byte holds a socket; streams have no limit, their requests are over.
    {
      headersTimeout: SERVER_HEADERS_MS,
      requestTimeout: SERVER_REQUEST_MS,
      connectionsCheckingInterval: SERVER_HEADERS_MS,
    },
    (incoming, outgoing) => void answer(incoming, outgoing),
  );
  limitSilence(server, SERVER_SILENT_CONNECTIONS);
  const claim = await claimServer(ports, async () => (bound = await listen(server, request.port))).catch(
    (error: unknown) => {
      // A listener that nobody can find would keep the process.
      server.close();
      throw error;
    },
  );
  if (!claim.mine) return { kind: "elsewhere", state: claim.state };
  server.on("error", (error) => log(`The listener failed: ${error.message}`));
  log(`Serving on http://${SERVER_HOST}:${bound}, process ${claim.state.pid}, version ${request.version}`);
  void recover(request, log).then(release);
  const close = once(async () => {
    log("Stopping");
    const hurry = setTimeout(() => loops.hurry(), SERVER_HURRY_MS);
    await loops.stopAll();
    clearTimeout(hurry);
    streams.close();
    await closeServer(server);
    await releaseServer(ports, claim.state.pid);
    log("Stopped");
  });
  return { kind: "serving", server: { state: claim.state, close, hurry: () => loops.hurry() } };
};

async function recover({ ports, rootDirectory }: ServeRequest, log: (line: string) => void): Promise<void> {
  try {
    await recoverStaleLoops(ports, await rootDirectory(), log);
  } catch (error) {
    log(`Interrupted loops can't be looked for: ${String(error)}`);
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, port)));
    server.listen(port, SERVER_HOST, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

function listenError(error: NodeJS.ErrnoException, port: number): ToolError {
  const extra = { details: { port }, cause: error };
  switch (error.code) {
    case "EADDRINUSE":
      return new ToolError("CONFLICT", `Port ${port} is taken.`, extra);
    case "EACCES":
      return new ToolError("CONFLICT", `Port ${port} is not for everybody.`, {
        ...extra,
        reason: "Ports below 1024 belong to the system.",
      });
    default:
      return new ToolError("IO_ERROR", `Port ${port} can't be listened on: ${error.message}.`, extra);
  }
}

/** `close` alone waits for ever for a client that keeps its connection. */
async function closeServer(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), SERVER_CLOSE_GRACE_MS);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(cut);
}

function once(act: () => Promise<void>): () => Promise<void> {
  let acted: Promise<void> | null = null;
  return () => (acted ??= act());
}
