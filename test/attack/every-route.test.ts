import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "#contracts/schema/routes/all-routes";
import type { Route } from "#contracts/schema/routes/route";
import { MAX_BODY_BYTES } from "#contracts/limits";
import type { Repo } from "../e2e/harness.ts";
import { createServerWorld, type ServerWorld } from "../e2e/server-world.ts";
import { addressOf, ROUTE_CASES, type RouteCase } from "../server/route-cases.ts";

/** Every route of the contract on the built server, a new one too: hostile ids, months, roots, bodies and bytes. Nothing breaks, nothing changes, nothing outside is shown. */

const routes: readonly Route[] = ROUTES;
const cases: Readonly<Record<string, RouteCase>> = ROUTE_CASES;
const keyOf = ({ method, path }: Route): string => `${method} ${path}`;
const rows = (pick: (route: Route) => boolean) =>
  routes.filter(pick).map((route) => [keyOf(route), route] as const);
const sendsBody = ({ method }: Route): boolean => method === "POST" || method === "PUT";

/** ATTACK=all: everything on every route; else each of them on some, and some on each. */
const whole = process.env["ATTACK"] === "all";
const SHARE = 8;
function shareOf<T>(all: readonly T[], route: Route): readonly T[] {
  return whole ? all : all.filter((_, at) => (at + routes.indexOf(route)) % SHARE === 0);
}

const ends: (() => void)[] = [];
let world: ServerWorld;
let repo: Repo;
let sibling: Repo;
let outside: string;
let before: string;
beforeAll(async () => {
  world = await createServerWorld((act) => ends.push(act));
  const { code, stderr } = await world.run(["server", "start", "--daemon"]);
  if (code !== 0) throw new Error(`server start: ${stderr}`);
  repo = await world.project("api", "/bin/true", 1);
  sibling = await world.project("shop", "/bin/true", 1);
  sibling.write(".env", SECRET);
  sibling.write(".tool/2026-10.json", SECRET);
  outside = join(world.home, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "secret"), SECRET);
  symlinkSync(outside, join(repo.path, "out"));
  symlinkSync("/proc/self/root", join(repo.path, "machine"));
  before = everything();
});
afterAll(async () => {
  await world.run(["server", "stop", "--force"]);
  for (const end of ends) end();
});

const SECRET = "a secret of another folder";
const HIDDEN = JSON.stringify({ type: "bug", priority: 1, title: "Smuggled" });

/** What git sees of the project, and what lies beside it. */
function everything(): string {
  const around = [world.root, outside, world.home, join(world.home, ".tool")].map((folder) =>
    readdirSync(folder).join(" "),
  );
  return [
    ...[repo, sibling].map(({ git }) => git("status", "--porcelain", "--ignored")),
    sibling.read(".env"),
    readFileSync(join(world.home, ".tool/config.json"), "utf8"),
    ...around,
  ].join("\n");
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** One request over a connection of its own, to its last byte; of a stream the beginning. */
function send(bytes: string | Buffer): Promise<Answer> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(world.port, "127.0.0.1", () => socket.write(bytes));
    const end = (): void => {
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text });
    };
    socket.setTimeout(20_000, end);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (text.includes("event-stream")) end();
    });
    socket.on("error", end).on("close", end);
  });
}

function request(
  method: string,
  path: string,
  body: string | Buffer = "",
  headers: readonly string[] = [],
): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${world.port}`,
    "Connection: close",
    "X-Tool-Request: true",
    ...(headers.some((line) => /^(content-length|transfer-encoding)/i.test(line))
      ? []
      : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...headers,
    "",
    "",
  ];
  return Buffer.concat([Buffer.from(lines.join("\r\n")), Buffer.from(body)]);
}

/** Refused as the client's fault, in a sentence, with nothing of ours or of another folder in it. */
function refused(answer: Answer, what: string): void {
  expect([what, answer.status >= 400 && answer.status < 500, answer.status]).toEqual([
    what,
    true,
    answer.status,
  ]);
  unharmed(answer, what);
}

function unharmed({ text }: Answer, what: string): void {
  expect(text, what).not.toMatch(/"code":"INTERNAL_ERROR"|HTTP\/1\.1 5|root:[x*]:0|\n\s+at /);
  expect(text, what).not.toContain(SECRET);
}

async function unchanged(): Promise<void> {
  expect(everything()).toBe(before);
  expect((await world.fetch("/api/projects/api/backlog")).status).toBe(200);
}

/** One segment of a path, as it stands in the request. */
const SEGMENTS = [
  "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
  "..%2foutside",
  "..%2f..%2fapi",
  "%252e%252e%252foutside",
  "..%5coutside",
  "..\\outside",
  "%5c%5chost%5cshare",
  "%2fetc%2fpasswd",
  "%2Fproc%2Fself%2Fenviron",
  "api%2f.tool",
  "api%00",
  "%00",
  "api%0d%0aX-Injected:%201",
  "%c0%ae%c0%ae%c0%af",
  "%ef%bc%8e%ef%bc%8e%ef%bc%8f",
  "%ff%fe",
  "%",
  "%2",
  "%u002e",
  "~",
  "~root",
  "__proto__",
  "constructor",
  "toString",
  "-rf",
  "--help",
  "$(id)",
  "`id`",
  "{{projectName}}",
  "<script>",
  "2026-10.json",
  "2026-13",
  "0000-00",
  "2026-10%2f..%2f..",
  "999999999999999999999",
  "NaN",
  "a".repeat(300),
  "a".repeat(8000),
  "%f0%9f%a6%8a".repeat(300),
];

describe("a hostile name in a path", () => {
  const holes = routes.flatMap((route) =>
    [...route.path.matchAll(/:(\w+)/g)].map(
      ([, name = ""]) => [`:${name} of ${keyOf(route)}`, name, route] as const,
    ),
  );
  it.each(holes)("%s", async (_, name, route) => {
    const key = keyOf(route);
    const body = sendsBody(route) ? JSON.stringify(cases[key]!.body ?? {}) : "";
    await Promise.all(
      shareOf(SEGMENTS, route).map(async (segment) => {
        const path = addressOf(key, cases[key]!, { id: "api", [name]: segment });
        refused(await send(request(route.method, path, body)), `${name} ${segment.slice(0, 60)}`);
      }),
    );
    expect(everything()).toBe(before);
  });
});

const OUT_OF_PROJECT = [
  "..",
  "../..",
  "../outside",
  ".tool/../..",
  "a/../../../outside",
  "/",
  "/etc",
  "/proc/self/root/etc",
  "//etc",
  "out",
  "out/deeper",
  "machine/etc",
  "./..",
  "..//",
];
const NOWHERE = [
  "nowhere",
  "a\u0000b",
  "\u0000",
  "~",
  "..\\..",
  "%2e%2e",
  "file:///etc",
  "a".repeat(300),
  `${"a/".repeat(2500)}b`,
  "README.md",
  "README.md/x",
];

describe("a hostile backlog root", () => {
  const ofProject = rows(({ path }) => path.includes("/:id"));
  const ask = async (route: Route, backlogRoot: string): Promise<Answer> => {
    const key = keyOf(route);
    const { query: _, ...one } = cases[key]!;
    const path = addressOf(key, one, { id: "api" });
    return sendsBody(route)
      ? send(
          request(route.method, path, JSON.stringify({ ...(one.body as object | undefined), backlogRoot })),
        )
      : send(request(route.method, `${path}?backlogRoot=${encodeURIComponent(backlogRoot)}`));
  };
  it.each(ofProject)("%s", async (_, route) => {
    for (const root of shareOf(OUT_OF_PROJECT, route)) {
      const answer = await ask(route, root);
      refused(answer, root);
      expect([root, answer.text]).toEqual([root, expect.stringContaining("PATH_VIOLATION")]);
    }
    await unchanged();
  });

  it.each(ofProject)("that leads nowhere: %s", async (_, route) => {
    for (const root of shareOf(NOWHERE, route)) {
      const answer = await ask(route, root);
      refused(answer, root.slice(0, 60));
      expect([root.slice(0, 60), answer.status]).toEqual([root.slice(0, 60), 404]);
    }
    await unchanged();
  });
});

const FILES_OF_PROJECT = [
  ".tool.json",
  ".tool/backlog.json",
  ".tool/backlog.json.bak",
  ".tool/progress.md",
  ".tool/tool.log",
  ".tool/events.ndjson",
  ".tool/state.json",
  ".tool/.loop.lock",
  ".tool/TOOL.md",
  "CLAUDE.md",
  ".gitignore",
  "package.json",
  ".tool",
  ".tool/archive",
  ".tool/archive/2026-10.json",
  ".tool/CANCEL",
];

/** Does something while a name of the project is a link into its neighbour's. */
async function whileLinked(name: string, act: () => Promise<void>): Promise<void> {
  const path = join(repo.path, name);
  const aside = join(world.home, "aside");
  const made = existsSync(join(path, "..")) ? null : join(path, "..");
  if (made !== null) mkdirSync(made);
  if (existsSync(path)) renameSync(path, aside);
  const isFolder = name === ".tool" || name === ".tool/archive";
  symlinkSync(join(sibling.path, isFolder ? ".tool" : ".env"), path);
  try {
    await act();
  } finally {
    rmSync(path);
    if (existsSync(aside)) renameSync(aside, path);
    if (made !== null) rmSync(made, { recursive: true });
  }
}

describe("a link into the project beside it", () => {
  it.each(rows(({ path }) => path.includes("/:id")))("%s", async (key, route) => {
    const one = cases[key]!;
    const body = sendsBody(route) ? JSON.stringify(one.body ?? {}) : "";
    const asked = request(route.method, addressOf(key, one, { id: "api" }), body);
    for (const name of shareOf(FILES_OF_PROJECT, route)) {
      await whileLinked(name, async () => {
        const answer = await send(asked);
        refused(answer, name);
        expect([name, answer.text]).toEqual([name, expect.stringContaining("PATH_VIOLATION")]);
      });
    }
    await unchanged();
  });

  it.each([".tool.json", ".tool/backlog.json", ".tool"])("%s in the list and the preflight", (name) =>
    whileLinked(name, async () => {
      const list = await send(request("GET", "/api/projects"));
      unharmed(list, name);
      expect(list.text).toContain('"code":"PATH_VIOLATION"');
      const preflight = await send(request("POST", "/api/preflight", '{"path":"api"}'));
      unharmed(preflight, name);
    }),
  );

  it.each(["log/stream", "loop/events"])("that is put there under an open %s", async (stream) => {
    const secret = JSON.stringify({
      type: "sleep_end",
      timestamp: "2026-11-20T22:00:00.000Z",
      projectPath: SECRET,
      seq: 0,
      schemaVersion: "1",
    });
    sibling.write(".env", `${secret}\n`);
    const response = await world.fetch(`/api/projects/api/${stream}`);
    const reader = response.body!.getReader();
    let heard = "";
    const hear = async (): Promise<void> => {
      for (let read = await reader.read(); !read.done; read = await reader.read())
        heard += Buffer.from(read.value).toString();
    };
    const ended = hear().catch(() => undefined);
    const name = stream === "log/stream" ? ".tool/tool.log" : ".tool/events.ndjson";
    await whileLinked(name, async () => {
      appendFileSync(join(sibling.path, ".env"), `${secret}\n`);
      // It is cut off once the server has looked.
      await ended;
    });
    await reader.cancel().catch(() => undefined);
    await ended;
    sibling.write(".env", SECRET);
    expect(heard).not.toContain(SECRET);
  });
});

const deep = (open: string, close: string): string => `${open.repeat(90_000)}1${close.repeat(90_000)}`;
const keys = (count: number, before = ""): string =>
  `{${before}${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(",")}}`;

/** A whole body, or one made of an honest one without its brackets. */
const BODIES: Readonly<Record<string, string | Buffer | ((honest: string) => string)>> = {
  "deep lists": deep("[", "]"),
  "deep objects": deep('{"a":', "}"),
  "deep in a field": (honest) => `{${honest}"x":${deep("[", "]")}}`,
  "unclosed brackets": "[".repeat(500_000),
  "50,000 keys": (honest) => keys(50_000, honest),
  "a million keys": keys(1_000_000),
  "a prototype": (honest) => `{${honest}"__proto__":{"polluted":true}}`,
  "a constructor": (honest) => `{${honest}"constructor":{"prototype":{"polluted":true}}}`,
  "a prototype as its root": (honest) => `{${honest}"backlogRoot":{"__proto__":"x"}}`,
  "a NUL in its root": (honest) => `{${honest}"backlogRoot":"..\\u0000"}`,
  "no UTF-8": Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  "a byte order mark and UTF-16": Buffer.from("\ufeff{}", "utf16le"),
  NUL: "\u0000",
  "a number beyond all": "1e999999",
  "a text": '"text"',
  null: "null",
  "a form": "type=bug&priority=1&title=x",
  "two values": "{}{}",
};

describe("a hostile body", () => {
  it.each(rows(sendsBody))("%s", async (key, route) => {
    const one = cases[key]!;
    const honest = JSON.stringify(one.body ?? {}).slice(1, -1);
    for (const [name, body] of shareOf(Object.entries(BODIES), route)) {
      const bytes = typeof body === "function" ? body(honest === "" ? "" : `${honest},`) : body;
      const answer = await send(request(route.method, addressOf(key, one, { id: "api" }), bytes));
      // What is far too large may be cut off before its sender has come to listen.
      if (bytes.length < MAX_BODY_BYTES || answer.status !== 0) refused(answer, name);
    }
    await unchanged();
    expect(await (await world.fetch("/api/projects")).text()).not.toContain("polluted");
  });
});

/** Lines of a request, honest but for what is put in; each is to be answered once, and refused. */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  "two lengths": ["Content-Length: 5", "Content-Length: 60"],
  "a list of lengths": ["Content-Length: 5, 60"],
  "a negative length": ["Content-Length: -1"],
  "a length with a sign": ["Content-Length: +5"],
  "a length and chunks": ["Content-Length: 5", "Transfer-Encoding: chunked"],
  "chunks twice over": ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
  "chunks by another name": ["Transfer-Encoding: xchunked"],
  "a name with a space": ["Transfer-Encoding : chunked", "Content-Length: 0"],
  "a folded line": ["X-A: a\r\n b: c"],
  "a bare line feed": ["X-A: a\nX-B: b"],
  "a bare carriage return": ["X-A: a\rX-B: b"],
  "a NUL": ["X-A: a\u0000b"],
  "a line without a colon": ["nonsense"],
  "a foreign host besides": ["Host: evil.example"],
  "a huge line": [`X-A: ${"a".repeat(100_000)}`],
  "20,000 lines": Array.from({ length: 20_000 }, () => "x: a"),
};

describe("bytes that are no honest request", () => {
  it.each(rows(() => true))("%s", async (key, route) => {
    const path = addressOf(key, cases[key]!, { id: "api" });
    await Promise.all(
      shareOf(Object.entries(HEADERS), route).map(async ([name, lines]) => {
        const hidden = request("POST", "/api/projects/api/backlog", HIDDEN);
        const body = Buffer.concat([Buffer.from("0\r\n\r\n"), hidden]);
        const answer = await send(request(route.method, path, body, lines));
        unharmed(answer, name);
        if (!name.startsWith("a foreign host")) refused(answer, name);
      }),
    );
    await unchanged();
    expect(await (await world.fetch("/api/projects/api/backlog")).text()).not.toContain("Smuggled");
  });

  it.each(rows(({ method }) => method === "GET"))("upgrade, range and a hidden request: %s", async (key) => {
    const path = addressOf(key, cases[key]!, { id: "api" });
    const upgraded = await send(
      request("GET", path, "", [
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      ]),
    );
    const ranged = await send(request("GET", path, "", ["Range: bytes=0-3,9-1,-99999999999", "If-Range: x"]));
    const carrying = await send(request("GET", path, request("POST", "/api/projects/api/backlog", HIDDEN)));
    for (const answer of [upgraded, ranged, carrying]) {
      unharmed(answer, key);
      expect([200, 400, 404]).toContain(answer.status);
      expect(answer.text.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
    }
    await unchanged();
  });
});

describe("the dashboard's files", () => {
  const FILES = [
    ...SEGMENTS,
    "../../etc/passwd",
    "assets/../../../etc/passwd",
    "assets/..%2f..%2f..%2fetc%2fpasswd",
    "/etc/passwd",
    "//etc/passwd",
    "index.html/",
    "index.html%00.js",
    "../package.json",
    "..%2fmain.cjs",
    ".vite/manifest.json",
    "assets",
    "assets/",
  ];
  it.each(["/", "/assets/", "/projects/", "//"])("no name below %s leads anywhere else", async (folder) => {
    const names = shareOf(FILES, routes[folder.length]!);
    for (const name of names) {
      const answer = await send(request("GET", `${folder}${name}`));
      unharmed(answer, `${folder}${name.slice(0, 60)}`);
      expect(answer.text).not.toMatch(/"dependencies"|require\(/);
    }
  });
});

it("after all that it serves, and its log holds no fault of ours", async () => {
  expect((await world.fetch("/api/health")).status).toBe(200);
  const log = readFileSync(join(world.home, ".tool/server.log"), "utf8");
  expect(log.split("\n").filter((line) => /^\s+at |: \w*Error/.test(line))).toEqual([]);
});
