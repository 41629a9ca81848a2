import { createReadStream, existsSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import type { DiscoveredProject } from "#contracts/schema/project";
import { STUB_LIST, STUB_PROJECTS, type StubProject } from "./stub-data.ts";

/** As strict as the real one: the page must not need more. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

export interface StubServer {
  readonly url: string;
  readonly close: () => Promise<void>;
  /** How many streams of the project are open. */
  readonly openStreams: (id: string) => number;
  /** Sends an event on every open stream of the project. */
  readonly send: (id: string, event: string, data: unknown, eventId?: string) => void;
}

/** What one page's tests need besides. */
export interface StubMore {
  /** Asked before the stub's own answers; undefined: not mine. */
  readonly answer?: (method: string, path: string, body: string) => unknown;
  /** What a stream of the project opens with. */
  readonly opening?: (id: string) => readonly StreamedMessage[];
}

type StreamedMessage = readonly [event: string, data: unknown, eventId?: string];

/** Serves the built dashboard and canned answers: for pages that need many states at once. `list` replaces the projects. */
export async function startStub(
  web: string,
  list: readonly DiscoveredProject[] = STUB_LIST,
  port = 0,
  more: StubMore = {},
): Promise<StubServer> {
  const streams = new Map<string, Set<ServerResponse>>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://stub");
    if (!url.pathname.startsWith("/api/")) return serveFile(web, url.pathname, response);
    const id = decodeURIComponent(url.pathname.split("/")[3] ?? "");
    if (url.pathname.endsWith("/stream") || url.pathname.endsWith("/loop/events")) {
      response.writeHead(200, { "Content-Type": "text/event-stream" }).write(":\n\n");
      const open = streams.get(id) ?? new Set();
      streams.set(id, open.add(response));
      request.on("close", () => open.delete(response));
      response.write((more.opening?.(id) ?? []).map(encoded).join(""));
      return;
    }
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const sent = Buffer.concat(parts).toString();
      const body =
        more.answer?.(request.method ?? "GET", url.pathname, sent) ?? answer(url.pathname, id, list);
      response.writeHead(body === undefined ? 404 : 200, { "Content-Type": "application/json" });
      response.end(
        JSON.stringify(body ?? { error: { code: "NOT_FOUND", message: `There is no ${url.pathname}.` } }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    openStreams: (id) => streams.get(id)?.size ?? 0,
    send: (id, event, data, eventId) => {
      for (const stream of streams.get(id) ?? []) stream.write(encoded([event, data, eventId]));
    },
  };
}

function encoded([event, data, eventId]: readonly [
  event: string,
  data: unknown,
  eventId?: string | undefined,
]): string {
  const id = eventId === undefined ? "" : `id: ${eventId}\n`;
  return `${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function answer(path: string, id: string, list: readonly DiscoveredProject[]): unknown {
  if (path === "/api/health")
    return { version: "0.9.2", uptime: 60, rootDirectory: "/home/ada/code", projectCount: list.length };
  if (path === "/api/config")
    return { data: { rootDirectory: "/home/ada/code", port: 5173, theme: "system" } };
  if (path === "/api/projects") return { data: list };
  const found = STUB_PROJECTS.find((one) => one.project.id === id);
  if (path.endsWith("/backlog/backup"))
    return { data: { exists: true, modifiedAt: "2026-11-20T23:58:00.000Z", items: 31, valid: true } };
  return found === undefined ? undefined : ofProject(path.split("/").slice(4).join("/"), found);
}

function ofProject(rest: string, { project, status, items, log }: StubProject): unknown {
  const { loopState, backlogSummary } = status;
  switch (rest) {
    case "":
      return { data: { ...project, loopState, backlogSummary, artifacts: { stale: false, details: [] } } };
    case "status":
      return { data: status };
    case "backlog":
      return { data: items };
    case "log":
      return { data: log };
    default:
      return undefined;
  }
}

function serveFile(web: string, path: string, response: ServerResponse): void {
  const asked = join(web, path);
  const file = path !== "/" && existsSync(asked) ? asked : join(web, "index.html");
  response.writeHead(200, {
    "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
    "Content-Security-Policy": POLICY,
  });
  createReadStream(file).pipe(response);
}
