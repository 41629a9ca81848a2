import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Ports } from "#engine/ports";
import { createNodePorts } from "#platform/node-ports";
import { createServerPorts } from "#platform/server/server-ports";
import { serve } from "#server/serve";

const root = realpathSync(mkdtempSync(join(tmpdir(), "tool-serve-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const request = (ports: Ports) => ({
  ports,
  version: "1.2.3",
  port: 0,
  rootDirectory: async () => root,
  webRoot: join(root, "web"),
});

test("what changes something waits until interrupted loops are mended; what reads doesn't", async () => {
  let mend = (): void => undefined;
  const mended = new Promise<void>((resolve) => (mend = resolve));
  let asked = 0;
  const serving = await serve({
    ...request(createNodePorts()),
    // The first to ask is the recovery.
    rootDirectory: async () => {
      if ((asked += 1) === 1) await mended;
      return root;
    },
  });
  if (serving.kind !== "serving") throw new Error("a server runs already");
  const { server } = serving;
  try {
    const url = `http://127.0.0.1:${server.state.port}/api`;
    let answered = false;
    const headers = { "X-Tool-Request": "true" };
    const deed = fetch(`${url}/config`, { method: "PUT", headers, body: '{"theme":"dark"}' }).then(
      (answer) => {
        answered = true;
        return answer.status;
      },
    );
    for (const method of ["GET", "HEAD"]) expect((await fetch(`${url}/health`, { method })).status).toBe(200);
    expect(answered).toBe(false);
    mend();
    expect(await deed).toBe(200);
  } finally {
    mend();
    await server.close();
  }
});

test("a server that can't say where it is listens no longer", async () => {
  const ports = createNodePorts();
  let port = 0;
  const full: Ports = {
    ...ports,
    files: {
      ...ports.files,
      async write(path, text, options) {
        port = (JSON.parse(text) as { port?: number }).port ?? port;
        if (port !== 0) throw new Error("the disk is full");
        return ports.files.write(path, text, options);
      },
    },
  };
  await expect(serve(request(full))).rejects.toThrow("the disk is full");
  expect(port).toBeGreaterThan(0);
  await expect.poll(() => createServerPorts().isPortFree(port)).toBe(true);
});
