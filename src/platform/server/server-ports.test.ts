import { createServer, type RequestListener } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createServerPorts } from "#platform/server/server-ports";

const servers = createServerPorts();

const serving = (listener: RequestListener): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer(listener);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });

const asked = { method: "GET", path: "/", timeoutMs: 10_000 } as const;

test("an answer comes with its status and its JSON; a deed bears the header and its body", async () => {
  const port = await serving((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const { method, headers, url } = request;
      response.statusCode = 409;
      response.end(
        JSON.stringify({ method, url, mutation: headers["x-tool-request"], host: headers.host, body }),
      );
    });
  });
  expect(await servers.ask(port, { ...asked, method: "POST", path: "/api/x", body: { a: "ä" } })).toEqual({
    status: 409,
    body: { method: "POST", url: "/api/x", mutation: "true", host: `127.0.0.1:${port}`, body: '{"a":"ä"}' },
  });
  expect(await servers.ask(port, asked)).toMatchObject({ body: { method: "GET", body: "" } });
});

test.each<[string, RequestListener]>([
  ["says nothing", () => undefined],
  ["never ends", (_request, response) => void response.write("{")],
  ["hangs up", (request) => void request.socket.destroy()],
])("one that %s answers null in time", async (_how, listener) => {
  expect(await servers.ask(await serving(listener), { ...asked, timeoutMs: 200 })).toBeNull();
});

test("what is no JSON has a null body, and nobody at all is null", async () => {
  const port = await serving((_request, response) => void response.end("<html>"));
  expect(await servers.ask(port, asked)).toEqual({ status: 200, body: null });
  const closed = createSocketServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const address = closed.address();
  const gone = typeof address === "object" && address !== null ? address.port : 0;
  await new Promise((resolve) => closed.close(resolve));
  expect(await servers.ask(gone, asked)).toBeNull();
  expect([await servers.isPortFree(gone), await servers.isPortFree(port)]).toEqual([true, false]);
});

test.runIf(process.platform === "linux")("who listens on a port is told with its folder", async () => {
  const port = await serving(() => undefined);
  expect(await servers.holderOf(port)).toEqual({
    pid: process.pid,
    name: expect.any(String) as string,
    cwd: process.cwd(),
  });
  expect(await servers.holderOf(1)).toBeNull();
});

test("a signal reaches nobody where there is nobody", () => {
  expect(servers.signal(2 ** 22 - 1, "SIGTERM")).toBe(false);
});
