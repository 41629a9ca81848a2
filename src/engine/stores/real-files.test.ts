import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { backlogPaths } from "#contracts/paths";
import { atomicWrite } from "#engine/files/atomic-write";
import { editItem, readBacklog, restoreBackup } from "#engine/stores/backlog-store";
import { inspectLock } from "#engine/files/inspect-lock";
import { acquireLoopLock } from "#engine/stores/loop-lock";
import { createNodePorts } from "#platform/node-ports";

const root = mkdtempSync(join(tmpdir(), "stores-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const ports = createNodePorts();

const project = () => {
  const paths = backlogPaths(mkdtempSync(join(root, "project-")));
  mkdirSync(paths.root);
  const item = {
    id: "001",
    type: "bug",
    priority: 2,
    title: 'Größe "😀" $(x)',
    description: "",
    acceptanceCriteria: ["It works"],
    status: "pending",
    completedAt: null,
  };
  writeFileSync(paths.backlog, JSON.stringify({ project: "p", description: "", items: [item] }));
  return paths;
};

describe("on a real disk", () => {
  it("edits, backs up and restores a backlog", async () => {
    const paths = project();
    const before = readFileSync(paths.backlog, "utf8");
    await editItem(ports, paths, "001", (item) => ({ ...item, notes: "seen" }));
    expect((await readBacklog(ports, paths)).items[0]).toMatchObject({
      title: 'Größe "😀" $(x)',
      notes: "seen",
    });
    expect(readFileSync(paths.backup, "utf8")).toBe(before);
    await restoreBackup(ports, paths);
    expect((await readBacklog(ports, paths)).items[0]?.notes).toBeUndefined();
    expect(readdirSync(paths.root).sort()).toEqual(["backlog.json", "backlog.json.bak"]);
  });

  it.each([0o600, 0o664, 0o644])("keeps a mode of %i whatever the umask", async (mode) => {
    const { backlog } = project();
    chmodSync(backlog, mode);
    await atomicWrite(ports, backlog, "{}");
    expect(statSync(backlog).mode & 0o777).toBe(mode);
  });

  it("writes through a link", async () => {
    const paths = project();
    const link = join(paths.projectPath, "link.json");
    symlinkSync(paths.backlog, link);
    await atomicWrite(ports, link, "{}");
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(paths.backlog, "utf8")).toBe("{}");
  });

  it("holds its lock as a process that lives, by pid and start time", async () => {
    const paths = project();
    const lock = await acquireLoopLock(ports, paths, null);
    const view = await inspectLock(ports, paths.lock);
    expect(view).toMatchObject({ alive: true, stale: false, record: { pid: process.pid } });
    if (lock.kind === "acquired") await lock.release();
    expect(readdirSync(paths.root)).toEqual(["backlog.json"]);
  });

  it.runIf(process.platform === "linux")("tells a recycled pid by its start time", async () => {
    const paths = project();
    await acquireLoopLock(ports, paths, null);
    const { record } = await inspectLock(ports, paths.lock);
    writeFileSync(paths.lock, JSON.stringify({ ...(record as object), processStartTime: "1" }));
    expect(await inspectLock(ports, paths.lock)).toMatchObject({ alive: false, stale: true });
  });
});
