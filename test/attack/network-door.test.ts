import { connect } from "node:net";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_BODY_BYTES } from "#contracts/limits";
import { createServerWorld, type ServerWorld } from "../e2e/server-world.ts";

/** The built server on its port, asked as no browser and no honest client would. */

const ends: (() => void)[] = [];
let world: ServerWorld;
beforeAll(async () => {
  world = await createServerWorld((act) => ends.push(act));
  const { code, stderr } = await world.run(["server", "start", "--daemon"]);
  if (code !== 0) throw new Error(`server start: ${stderr}`);
  await world.project("api", "/bin/true", 1);
});
afterAll(async () => {
  await world.run(["server", "stop", "--force"]);
  for (const end of ends) end();
});

const MUTATION = { "X-Tool-Request": "true", "content-type": "application/json" };
const ITEM = JSON.stringify({ type: "bug", priority: 1, title: "From elsewhere" });
const post = (headers: Record<string, string>, body = ITEM): string =>
  raw("POST", "/api/projects/api/backlog", { ...MUTATION, ...headers }, body);

function raw(method: string, path: string, headers: Record<string, string>, body = ""): string {
  const all: Record<string, string> = {
    host: `127.0.0.1:${world.port}`,
    connection: "close",
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, "", body].join("\r\n");
}

/** Everything the server says to some bytes until it hangs up or says nothing more. */
function exchange(bytes: string | Buffer, quietMs = 20_000): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(world.port, "127.0.0.1", () => socket.write(bytes));
    const end = (): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(quietMs, end);
    socket
      .on("data", (chunk) => (answer += chunk.toString("latin1")))
      .on("error", end)
      .on("close", end);
  });
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
const items = async (): Promise<number> => {
  const { data } = (await (await world.fetch("/api/projects/api/backlog")).json()) as { data: unknown[] };
  return data.length;
};

describe("another site", () => {
  it.each<[string, Record<string, string>]>([
    ["a foreign name that resolves here", { host: "evil.example" }],
    ["a foreign name with our port", { host: "evil.example:1" }],
    ["a name that begins like ours", { host: "127.0.0.1.evil.example" }],
    ["no host", { host: "" }],
    ["its origin", { origin: "https://evil.example" }],
    ["an opaque origin", { origin: "null" }],
    ["our origin with another port", { origin: "http://127.0.0.1:1" }],
    ["what a browser says of it", { "sec-fetch-site": "cross-site" }],
    ["a sibling of our site", { "sec-fetch-site": "same-site" }],
    ["no header of ours", { "X-Tool-Request": "" }],
    ["a header of ours that says no", { "X-Tool-Request": "false" }],
  ])("%s changes nothing", async (_, headers) => {
    const before = await items();
    expect([400, 403]).toContain(statusOf(await exchange(post(headers))));
    expect(await items()).toBe(before);
  });

  it("reads nothing by another name, and is never told that it may", async () => {
    const answer = await exchange(raw("GET", "/api/projects", { host: "evil.example" }));
    expect(statusOf(answer)).toBe(403);
    const own = await exchange(raw("GET", "/api/projects", { origin: `http://127.0.0.1:${world.port}` }));
    expect(statusOf(own)).toBe(200);
    for (const said of [answer, own]) expect(said.toLowerCase()).not.toContain("access-control-");
    const preflight = await exchange(
      raw("OPTIONS", "/api/projects/api/backlog", {
        origin: "https://evil.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "x-tool-request",
      }),
    );
    expect(preflight.toLowerCase()).not.toContain("access-control-");
  });
});

describe("bytes that are no honest request", () => {
  const host = (): string => `host: 127.0.0.1:${world.port}`;
  it.each<[string, () => string]>([
    [
      "two lengths",
      () =>
        `POST /api/projects/api/backlog HTTP/1.1\r\n${host()}\r\nX-Tool-Request: true\r\ncontent-length: 5\r\ncontent-length: 60\r\n\r\n${ITEM}`,
    ],
    [
      "a length and chunks",
      () =>
        `POST /api/projects/api/backlog HTTP/1.1\r\n${host()}\r\nX-Tool-Request: true\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${post({})}`,
    ],
    [
      "a header folded over two lines",
      () => `GET /api/projects HTTP/1.1\r\n${host()}\r\nx: a\r\n b: c\r\n\r\n`,
    ],
    [
      "two hosts",
      () => `GET /api/projects HTTP/1.1\r\n${host()}\r\nhost: evil.example\r\nconnection: close\r\n\r\n`,
    ],
    [
      "a header of 100 KiB",
      () => `GET /api/projects HTTP/1.1\r\n${host()}\r\nx: ${"a".repeat(100_000)}\r\n\r\n`,
    ],
    ["20,000 headers", () => `GET /api/projects HTTP/1.1\r\n${host()}\r\n${"x: a\r\n".repeat(20_000)}\r\n`],
    ["no HTTP", () => "\u0000\u0001\u0002 hello\r\n\r\n"],
    ["a path of 100 KiB", () => `GET /${"a".repeat(100_000)} HTTP/1.1\r\n${host()}\r\n\r\n`],
  ])("%s", async (_, bytes) => {
    const before = await items();
    const status = statusOf(await exchange(bytes()));
    expect(status === 0 || (status >= 400 && status < 500), `status ${status}`).toBe(true);
    expect(await items()).toBe(before);
  });

  it.each<[string, string | Buffer, number[]]>([
    ["100,000 brackets", "[".repeat(100_000), [400]],
    ["100,000 nested lists", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, [400]],
    ["50,000 keys", `{${Array.from({ length: 50_000 }, (_, at) => `"k${at}":1`).join(",")}}`, [400]],
    ["a million keys", `{${Array.from({ length: 1_000_000 }, (_, at) => `"${at}":1`).join(",")}}`, [413]],
    ["a prototype", '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}', [400]],
    ["a NUL in a title", '{"type":"bug","priority":1,"title":"a\\u0000b"}', [201, 400]],
    ["half a character", '{"type":"bug","priority":1,"title":"a\\ud800"}', [201, 400]],
    [
      "a title of 900 KiB",
      JSON.stringify({ type: "bug", priority: 1, title: "x".repeat(900_000) }),
      [201, 400],
    ],
  ])("%s as a body", async (_, body, statuses) => {
    const before = await items();
    const response = await world
      .fetch("/api/projects/api/backlog", { method: "POST", headers: MUTATION, body: body as string })
      .catch((error: unknown) => {
        // What is far too large may be cut off before its sender has come to listen.
        if (body.length <= MAX_BODY_BYTES) throw error;
        return new Response("", { status: 413 });
      });
    expect(statuses).toContain(response.status);
    expect((await response.text()).includes("INTERNAL_ERROR")).toBe(false);
    expect((await items()) - before).toBe(response.status === 201 ? 1 : 0);
  });

  it("bytes that are no UTF-8", async () => {
    const body = Buffer.concat([
      Buffer.from('{"type":"bug","priority":1,"title":"'),
      Buffer.from([0xff, 0xfe, 0x80]),
      Buffer.from('"}'),
    ]);
    const response = await world.fetch("/api/projects/api/backlog", {
      method: "POST",
      headers: MUTATION,
      body,
    });
    expect(response.status).toBe(400);
  });

  it("an upgrade to a socket is not taken", async () => {
    const answer = await exchange(
      raw("GET", "/api/projects", {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      }),
    );
    expect(statusOf(answer)).not.toBe(101);
  });

  it("a range gets the whole file", async () => {
    const answer = await world.fetch("/", { headers: { range: "bytes=0-3,5-9,-1" } });
    expect([200, 206]).toContain(answer.status);
    expect((await answer.text()).length).toBeGreaterThan(9);
  });
});

describe("names that lead elsewhere", () => {
  const TRICKS = [
    "..",
    "%2e%2e",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e%2f%2e%2e",
    "..%5c..",
    "%00",
    "api%00",
    "api/../../etc",
    ".",
    "api%2f..%2f..",
    "%c0%ae%c0%ae",
    "~",
    "/etc/passwd",
    "con",
    "%",
  ];
  it.each(TRICKS)("%s", async (trick) => {
    for (const path of [
      `/api/projects/${trick}/status`,
      `/api/projects/api/archive/${trick}`,
      `/api/projects/api/backlog/${trick}`,
      `/api/projects/api/backlog?backlogRoot=${trick}`,
      `/${trick}`,
      `/assets/${trick}`,
      `/assets/../../${trick}`,
    ]) {
      const answer = await exchange(raw("GET", path, {}));
      expect(answer, path).not.toMatch(/root:x:0|INTERNAL_ERROR|HTTP\/1\.1 5/);
      expect(statusOf(answer), path).toBeGreaterThan(0);
    }
  });
});

it("after all that it serves, and its log holds no fault of ours", async () => {
  expect((await world.fetch("/api/health")).status).toBe(200);
  expect(readFileSync(join(world.home, ".tool/server.log"), "utf8")).not.toMatch(
    /INTERNAL|TypeError|RangeError/,
  );
});
