import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { createNodePorts } from "#platform/node-ports";
import { serve } from "#server/serve";
import type { ApiDocument } from "./api-document.ts";
import { generateClient } from "./generate-client.ts";

type Client = Readonly<Record<string, (base: string, given?: object, body?: object) => Promise<unknown>>>;

const folder = realpathSync(mkdtempSync(join(tmpdir(), "tool-client-")));
const root = join(folder, "code");
mkdirSync(root);
const serving = await serve({
  ports: createNodePorts(),
  version: "1.2.3",
  port: 0,
  rootDirectory: async () => root,
  webRoot: join(folder, "web"),
});
if (serving.kind !== "serving") throw new Error("a server runs already");
const base = `http://127.0.0.1:${serving.server.state.port}`;
afterAll(async () => {
  await serving.server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

test(
  "a client made from the document takes a project from init to complete",
  { timeout: 60_000 },
  async () => {
    for (const [name, value] of Object.entries({ "user.name": "A", "user.email": "a@example.invalid" }))
      execFileSync("git", ["config", "--global", name, value]);
    const document = (await (await fetch(`${base}/api/openapi.json`)).json()) as ApiDocument;
    const file = join(folder, "client.mjs");
    writeFileSync(file, generateClient(document));
    const api = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Client;
    const at = { id: "shop" };

    expect(await api["getHealth"]!(base)).toMatchObject({
      version: "1.2.3",
      rootDirectory: root,
      projectCount: 0,
    });
    const seedItems = [{ type: "feature", priority: 1, title: "A till", acceptanceCriteria: ["it rings"] }];
    const commands = { test: "true", typecheck: "", lint: "", build: "", format: "" };
    const made = await api["postProjectsInit"]!(
      base,
      {},
      { name: "shop", stack: "custom", commands, seedItems },
    );
    expect(made).toMatchObject({ projectName: "shop", projectPath: join(root, "shop") });
    expect(await api["getProjects"]!(base)).toMatchObject([{ id: "shop" }]);

    const agent = join(folder, "agent.sh");
    writeFileSync(agent, '#!/bin/sh\necho done > "work-$TOOL_ITEM_ID"; echo TOOL_DONE\n');
    chmodSync(agent, 0o755);
    await api["putProjectOptions"]!(base, at, { provider: "generic-cli", providerConfig: { binary: agent } });
    const added = await api["postProjectBacklog"]!(base, at, {
      type: "chore",
      priority: 2,
      title: "A door",
      dependsOn: ["001"],
    });
    expect(added).toMatchObject({ id: "002", acceptanceCriteria: ["true passes"] });
    await api["putProjectBacklogItemId"]!(base, { ...at, itemId: "002" }, { notes: "Oak." });
    await expect(
      api["putProjectBacklogItemId"]!(base, { ...at, itemId: "002" }, { priority: 9 }),
    ).rejects.toMatchObject({
      status: 400,
      code: "VALIDATION_ERROR",
      details: { field: "priority", value: 9 },
    });
    expect(await api["getProjectBacklogValidate"]!(base, at)).toEqual({ valid: true, findings: [] });

    const events = (await api["getProjectLoopEvents"]!(base, at)) as Response;
    expect(await api["postProjectLoopStart"]!(base, at, { maxRetries: 0 })).toMatchObject({ started: true });
    expect(await firstEvent(events, "loop_completed")).toMatchObject({ completedCount: 2, blockedCount: 0 });
    while (((await api["getLoops"]!(base)) as { loops: unknown[] }).loops.length > 0);

    expect(await api["getProjectStatus"]!(base, at)).toMatchObject({
      loopState: "COMPLETE",
      backlogSummary: { done: 2 },
    });
    expect(await api["getProjectBacklog"]!(base, { ...at, status: "done", sort: "id" })).toMatchObject([
      { id: "001" },
      { id: "002" },
    ]);
    expect(await api["getProjectLog"]!(base, { ...at, tail: 3 })).toHaveLength(3);
    expect(await api["postProjectBacklogSweep"]!(base, at)).toMatchObject({ archivedCount: 2 });
    expect(await api["getProjectArchive"]!(base, at)).toMatchObject({ months: [{ count: 2 }] });
    await expect(api["postProjectLoopStop"]!(base, at)).rejects.toMatchObject({ status: 404 });
    expect(readFileSync(join(root, "shop/work-002"), "utf8")).toBe("done\n");
    const subjects = execFileSync("git", ["log", "--format=%s"], {
      cwd: join(root, "shop"),
      encoding: "utf8",
    });
    expect(subjects.split("\n").slice(0, 2)).toEqual(["[tool] 002: A door", "[tool] 001: A till"]);
  },
);

async function firstEvent(response: Response, type: string): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const found = text.split("\n").find((line) => line.startsWith("data: ") && line.includes(`"${type}"`));
    if (found !== undefined) return JSON.parse(found.slice("data: ".length));
  }
  throw new Error(`the stream ended without ${type}`);
}
