import { describe, expect, it } from "vitest";
import type { ArchiveMonth } from "#contracts/schema/archive";
import type { Backlog } from "#contracts/schema/backlog";
import type { Marker } from "#contracts/schema/marker";
import { addItems, agentScript, makeProject, tool, type Repo, type ToolResult } from "./harness.ts";

/** Sweep, reset and archive by the built binary, with real files and real git. */

const done = agentScript(`echo "$TOOL_ITEM_ID" > "work-$TOOL_ITEM_ID.txt"; echo TOOL_DONE`);
const run = (repo: Repo, line: string): Promise<ToolResult> => tool(line.split(" "), { cwd: repo.path });
const month = (): string => new Date().toISOString().slice(0, 7);
const ids = (repo: Repo): string[] => (repo.json(".tool/backlog.json") as Backlog).items.map(({ id }) => id);
const archived = (repo: Repo): string[] =>
  repo.exists(`.tool/archive/${month()}.json`)
    ? (repo.json(`.tool/archive/${month()}.json`) as ArchiveMonth).items.map(({ id }) => id)
    : [];

/** A project in which the loop has finished the first two of three items. */
const worked = async (): Promise<Repo> => {
  const repo = await makeProject(done);
  await addItems(repo, [["One"], ["Two"], ["Three", "--priority", "4"]]);
  const { code, stderr } = await run(repo, "loop run --iterations 2");
  expect([code, stderr]).toEqual([4, ""]);
  return repo;
};

describe("the archive", () => {
  it("is filled by a sweep, listed, shown and purged; new ids go on", async () => {
    const repo = await worked();
    expect((await run(repo, "backlog sweep")).code).toBe(2);
    expect((await run(repo, "backlog sweep --dry-run")).stdout).toBe(
      `2 done items would go to the archive: 001, 002 to ${month()}.\n1 item stays. Nothing was written.\n→ tool backlog sweep --yes\n`,
    );
    expect(ids(repo)).toEqual(["001", "002", "003"]);
    expect((await run(repo, "backlog sweep --yes")).stdout).toBe(`✓ Archived 2 items  ${month()}\n`);
    expect([ids(repo), archived(repo)]).toEqual([["003"], ["001", "002"]]);
    expect(await addItems(repo, [["Four", "--depends-on", "001"]])).toEqual(["004"]);

    expect((await run(repo, "backlog archive list")).stdout).toBe(`Month    Items\n${month()}      2\n`);
    const { stdout } = await run(repo, `backlog archive view ${month()} --json`);
    expect((JSON.parse(stdout) as ArchiveMonth).items.map(({ title }) => title)).toEqual(["One", "Two"]);
    const purged = await run(repo, `backlog archive purge --month ${month()} --yes`);
    expect(purged.stdout).toBe("✓ Purged 1 month  2 items\n");
    expect(purged.stderr).toBe("warning: 004 depends on what is deleted there.\n");
    expect(archived(repo)).toEqual([]);
  });

  it("eight sweeps and an edit at once lose nothing", async () => {
    const repo = await worked();
    const sweeps = Array.from({ length: 8 }, () => run(repo, "backlog sweep --yes --json"));
    const edit = run(repo, "backlog edit 003 --notes kept");
    const results = await Promise.all(sweeps);
    expect((await edit).code).toBe(0);
    expect(results.map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 0));
    const counts = results.map(
      ({ stdout }) => (JSON.parse(stdout) as { archivedCount: number }).archivedCount,
    );
    expect(counts.reduce((a, b) => a + b)).toBe(2);
    expect([ids(repo), archived(repo)]).toEqual([["003"], ["001", "002"]]);
    expect((repo.json(".tool/backlog.json") as Backlog).items[0]?.notes).toBe("kept");
  });

  it("a dry run and its JSON write nothing at all", async () => {
    const repo = await worked();
    const before = repo.git("status", "--porcelain", "--ignored");
    await run(repo, "backlog sweep --dry-run --json");
    expect(repo.git("status", "--porcelain", "--ignored")).toBe(before);
  });
});

describe("autoSweep", () => {
  it("goes into the first item's commit, and leaves nothing behind", async () => {
    const repo = await worked();
    const marker = repo.json(".tool.json") as Marker;
    repo.write(".tool.json", JSON.stringify({ ...marker, options: { ...marker.options, autoSweep: true } }));
    repo.git("commit", "-qam", "Sweep by itself");
    const { code, stderr } = await run(repo, "loop run");
    expect([code, stderr]).toEqual([0, ""]);
    expect([ids(repo), archived(repo)]).toEqual([["003"], ["001", "002"]]);
    expect(repo.subjects().at(-1)).toBe("[tool] 003: Three");
    expect(repo.git("show", "--name-only", "--format=", "HEAD").split("\n")).toContain(
      `.tool/archive/${month()}.json`,
    );
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  it("stays uncommitted when the first item is blocked, and rides in the next commit", async () => {
    const agent = agentScript(
      `[ "$TOOL_ITEM_ID" = 002 ] && { echo x > x.txt; echo "TOOL_BLOCKED:no token"; exit; }; echo TOOL_DONE`,
    );
    const repo = await makeProject(agent);
    await addItems(repo, [["One"]]);
    await run(repo, "loop run");
    await addItems(repo, [["Two", "--priority", "1"], ["Three"]]);
    const marker = repo.json(".tool.json") as Marker;
    repo.write(".tool.json", JSON.stringify({ ...marker, options: { ...marker.options, autoSweep: true } }));
    repo.git("commit", "-qam", "Sweep by itself");
    expect((await run(repo, "loop run")).code).toBe(5);
    expect([ids(repo), archived(repo)]).toEqual([["002", "003"], ["001"]]);
    expect(repo.git("show", "--format=", "--name-only", "stash@{0}^3")).toBe("x.txt");
    expect(repo.git("status", "--porcelain")).toBe("");
  });
});

describe("backlog reset", () => {
  it("starts afresh; status is idle, and the loop runs again", async () => {
    const repo = await worked();
    expect((await run(repo, "backlog reset --yes")).stdout).toBe("✓ Reset the backlog  2 archived\n");
    expect(
      ["state.json", "DONE", "CANCEL", ".loop.lock"].filter((name) => repo.exists(`.tool/${name}`)),
    ).toEqual([]);
    expect(repo.exists(".git/tool-loop.lock")).toBe(false);
    expect(JSON.parse((await run(repo, "status --json")).stdout)).toMatchObject({ loopState: "IDLE" });
    expect((await run(repo, "loop run")).code).toBe(0);
    expect(repo.subjects().at(-1)).toBe("[tool] 003: Three");
  });

  it("--clear empties it, keeps what was learned and logged, and git sees no log", async () => {
    const repo = await worked();
    repo.write(".tool/progress.md", "001: mind the gap\n");
    const { stdout, code } = await run(repo, "backlog reset --clear --yes --json");
    expect(code).toBe(0);
    const { archivedFiles, removed } = JSON.parse(stdout) as { archivedFiles: string[]; removed: string[] };
    expect(removed).toEqual(["003"]);
    expect(archivedFiles.map((file) => file.replace(/\d{8}-\d{6}/, "STAMP"))).toEqual([
      ".tool/archive/STAMP-progress.md",
      ".tool/archive/STAMP-tool.log",
    ]);
    expect(repo.read(archivedFiles[0] ?? "")).toBe("001: mind the gap\n");
    expect(repo.read(archivedFiles[1] ?? "")).toContain("Item 001 completed: One");
    expect(repo.read(".tool/progress.md")).toContain("# What sessions have learned");
    expect([ids(repo), repo.exists(".tool/tool.log")]).toEqual([[], false]);
    expect(repo.git("status", "--porcelain", "-uall")).not.toContain("tool.log");
    expect(await addItems(repo, [["Anew"]])).toEqual(["003"]);
    expect((await run(repo, "backlog validate")).code).toBe(0);
  });
});
