import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { MAX_BODY_BYTES } from "#contracts/limits";
import { createNodePorts } from "#platform/node-ports";
import { serve } from "#server/serve";

/** What no client library would send, on a real port. */
const root = realpathSync(mkdtempSync(join(tmpdir(), "tool-wire-")));
const serving = await serve({
  ports: createNodePorts(),
  version: "1.2.3",
  port: 0,
  rootDirectory: async () => root,
  webRoot: join(root, "web"),
});
if (serving.kind !== "serving") throw new Error("a server runs already");
const { port } = serving.server.state;
afterAll(async () => {
  await serving.server.close();
  rmSync(root, { recursive: true, force: true });
});

/** Everything that comes back until the other side closes. */
function exchange(...parts: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    socket.once("close", () => resolve(text));
    socket.once("error", (error) => (text === "" ? reject(error) : resolve(text)));
    for (const part of parts) socket.write(part);
  });
}

const head = (line: string, ...headers: readonly string[]) =>
  [`${line} HTTP/1.1`, `Host: 127.0.0.1:${port}`, "Connection: close", ...headers, "", ""].join("\r\n");
const MUTATION = "X-Tool-Request: true";
const INIT = "/api/projects/init";
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

test.each<[string, string, readonly string[], RegExp]>([
  [
    "a length that is too large",
    "413",
    [head(`POST ${INIT}`, MUTATION, "Content-Length: 9999999")],
    /PAYLOAD_TOO_LARGE/,
  ],
  ["no body and no length", "400", [head(`POST ${INIT}`, MUTATION)], /"field":"name"/],
  [
    "a body in chunks",
    "400",
    [
      head(`POST ${INIT}`, MUTATION, "Transfer-Encoding: chunked"),
      chunk('{"name'),
      chunk('": 3}'),
      chunk(""),
    ],
    /name must be text/,
  ],
  [
    "a chunk too many",
    "413",
    [
      head(`POST ${INIT}`, MUTATION, "Transfer-Encoding: chunked"),
      ...Array.from({ length: MAX_BODY_BYTES / 65_536 }, () => chunk("x".repeat(65_536))),
      chunk("x"),
    ],
    /PAYLOAD_TOO_LARGE/,
  ],
  ["an unknown method", "405", [head("PATCH /api/health", MUTATION)], /allow: HEAD, GET/],
  [
    "a preflight of a browser",
    "403",
    [head("OPTIONS /api/projects", "Origin: http://127.0.0.1:1")],
    /FORBIDDEN/,
  ],
  ["dots on the way up", "404", [head("GET /api/projects/../../../etc/passwd/../../api/x")], /NOT_FOUND/],
  ["a broken escape", "404", [head("GET /api/projects/%E0%A4%A")], /NOT_FOUND/],
  ["a body with a GET", "200", [head("GET /api/health", "Content-Length: 2"), "{}"], /"projectCount":0/],
])("%s is answered with %s", async (_, status, parts, says) => {
  const text = await exchange(...parts);
  const [first = ""] = text.split("\r\n");
  expect(first.split(" ")[1]).toBe(status);
  expect(text).toMatch(says);
  expect(text.toLowerCase()).not.toContain("access-control");
});

test("chunks without end are answered with 413, or cut off before their sender has come to listen", async () => {
  const chunks = Array.from({ length: 40 }, () => chunk("x".repeat(65_536)));
  const headers = head(`POST ${INIT}`, MUTATION, "Transfer-Encoding: chunked");
  const text = await exchange(headers, ...chunks).catch((error: NodeJS.ErrnoException) => error.code);
  expect(text).toMatch(/^HTTP\/1\.1 413 |^(ECONNRESET|EPIPE)$/);
});

test.each([
  [
    "a host that isn't ours",
    `GET /api/health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    403,
  ],
  [
    "a whole address of a foreign host",
    `GET http://evil.example/api/health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    403,
  ],
  ["no host at all", "GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  [
    "two hosts",
    `GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    403,
  ],
  ["what is no HTTP", "GARBAGE\r\n\r\n", 400],
  ["a header without end", `GET /api/health HTTP/1.1\r\nHost: x\r\nX: ${"y".repeat(40_000)}\r\n\r\n`, 431],
])("%s is refused", async (_, text, status) => {
  const [first = ""] = (await exchange(text)).split("\r\n");
  expect(first).toContain(` ${status} `);
});

test("after all that it serves as before", async () => {
  const response = await fetch(`http://localhost:${port}/api/health`);
  expect(await response.json()).toMatchObject({ rootDirectory: root });
});
