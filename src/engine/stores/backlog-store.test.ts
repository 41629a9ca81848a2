import { describe, expect, it } from "vitest";
import { ToolError } from "#contracts/error";
import { backlogPaths } from "#contracts/paths";
import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import {
  editBacklog,
  editItem,
  readBacklog,
  readBacklogOrNull,
  rebuildBacklog,
  restoreBackup,
} from "#engine/stores/backlog-store";
import { interleave } from "../../../test/fakes/interleave.ts";
import { createMemoryWorld } from "../../../test/fakes/memory-ports.ts";

const paths = backlogPaths("/work");

const item = (id: string, more: object = {}): BacklogItem => ({
  id,
  type: "bug",
  priority: 2,
  title: `Item ${id}`,
  description: "",
  acceptanceCriteria: ["It works"],
  status: "pending",
  completedAt: null,
  ...more,
});

const backlog = (...items: BacklogItem[]): Backlog => ({ project: "work", description: "", items });

const setUp = (text: string | null = JSON.stringify(backlog(item("001"), item("002"))), backup?: string) => {
  const world = createMemoryWorld();
  world.files.plant({ "/work/.tool/progress.md": "" });
  if (backup !== undefined) world.files.plant({ [paths.backup]: backup });
  if (text !== null) world.files.plant({ [paths.backlog]: text });
  return { world, ports: world.runner() };
};

const retitled =
  (title: string) =>
  (one: BacklogItem): BacklogItem => ({ ...one, title });

describe("readBacklog", () => {
  it("gives what the file holds, unknown fields too", async () => {
    const { ports } = setUp(JSON.stringify({ ...backlog(item("001", { mine: [1] })), team: "blue" }));
    expect(await readBacklog(ports, paths)).toMatchObject({
      team: "blue",
      items: [{ id: "001", mine: [1] }],
    });
  });

  it.each([
    ["", "INVALID_JSON", { line: 1, column: 1 }, "Line 1, column 1: the file is empty. Nothing was written."],
    [
      '{\n  "project": "work"\n  "items": []\n}',
      "INVALID_JSON",
      { line: 3, column: 3 },
      "Line 3, column 3: a comma or } is missing. Nothing was written.",
    ],
    [
      JSON.stringify({ ...backlog(), items: [item("001"), item("002", { priority: "high" })] }),
      "VALIDATION_ERROR",
      { path: "items[1].priority", value: "high" },
      'items[1].priority must be 1, 2, 3 or 4, not "high". Nothing was written.',
    ],
    [
      "[]",
      "VALIDATION_ERROR",
      { path: "" },
      "The content must be an object, not a list. Nothing was written.",
    ],
  ])("refuses %j", async (text, code, details, reason) => {
    const { ports } = setUp(text);
    const refused = readBacklog(ports, paths);
    await expect(refused).rejects.toMatchObject({
      code,
      details: { file: ".tool/backlog.json", ...details },
      reason,
      message: expect.stringMatching(/^\.tool\/backlog\.json is not (valid JSON|well-formed)\.$/),
    });
  });

  it("is FILE_NOT_FOUND without a file, or null for whoever asks so", async () => {
    const { ports } = setUp(null);
    await expect(readBacklog(ports, paths)).rejects.toMatchObject({
      code: "FILE_NOT_FOUND",
      message: ".tool/backlog.json is missing.",
    });
    expect(await readBacklogOrNull(ports, paths)).toBeNull();
  });

  it.each([
    ["broken", "{", JSON.stringify(backlog()), true],
    ["missing", null, JSON.stringify(backlog()), true],
    ["broken, as is its backup", "{", "{", false],
    ["broken, without a backup", "{", undefined, false],
  ])("offers the backup of a file that is %s only where that helps", async (_, text, backup, offered) => {
    const { world, ports } = setUp(text, backup);
    const changedAt = new Date(world.clock.now()).toISOString();
    await world.clock.advance(4 * 60_000);
    const purpose = "back to the copy of 4m ago, 0 items";
    const hint = { command: "tool backlog restore --yes", purpose };
    const refused = await readBacklog(ports, paths).catch((error: unknown) => error);
    const { hints, details } = refused as ToolError;
    expect(hints).toEqual(offered ? [hint] : undefined);
    expect(details).toMatchObject({
      file: ".tool/backlog.json",
      ...(text !== null && { changedAt }),
    });
  });
});

describe("the ways back that git knows", () => {
  const held = JSON.stringify(backlog(item("001"), item("002")));
  const copy = JSON.stringify(backlog(item("001")));
  const restore = {
    command: "tool backlog restore --yes",
    purpose: "back to the copy of a moment ago, 1 item",
  };
  const checkout = {
    command: "git checkout HEAD -- .tool/backlog.json",
    purpose: "back to the last commit, 2 items",
  };

  /** A backlog that was committed, in a project somewhere in a repository at /work. */
  const committed = async (project = "/work") => {
    const own = backlogPaths(project);
    const world = createMemoryWorld();
    world.files.plant({ [own.backlog]: held });
    const ports = world.runner();
    const repository = await ports.git.repository(project);
    if (repository === null) throw new Error("there is no repository");
    await ports.git.commitAll(repository, "Start");
    const hints = async () => {
      const refused = await readBacklog(ports, own).catch((error: unknown) => error);
      return (refused as ToolError).hints;
    };
    return { world, ports, own, hints };
  };

  it("of a file that is gone the one of HEAD, before the copy", async () => {
    const { world, own, hints } = await committed();
    await world.files.remove(own.backlog);
    expect(await hints()).toEqual([checkout]);
    world.files.plant({ [own.backup]: copy });
    expect(await hints()).toEqual([checkout, restore]);
  });

  it("in a folder of the repository, whose words need quotes", async () => {
    const { world, ports, own } = await committed("/work/my shop");
    const other = backlogPaths("/work/my shop", "/work/my shop/to do");
    world.files.plant({ [other.backlog]: held });
    const repository = await ports.git.repository("/work");
    if (repository !== null) await ports.git.commitAll(repository, "More");
    for (const gone of [own, other]) await world.files.remove(gone.backlog);
    for (const [where, word] of [
      [own, ".tool/backlog.json"],
      [other, "'to do/backlog.json'"],
    ] as const) {
      await expect(readBacklog(ports, where)).rejects.toMatchObject({
        hints: [{ ...checkout, command: `git checkout HEAD -- ${word}` }],
      });
    }
  });

  it("in a sparse checkout git is told not to leave it out again", async () => {
    const { world, own, hints } = await committed();
    await world.files.removeDir(own.root);
    world.files.plant({ "/work/.git/info/sparse-checkout": "/*" });
    const command = "git checkout --ignore-skip-worktree-bits HEAD -- .tool/backlog.json";
    expect(await hints()).toEqual([{ ...checkout, command }]);
  });

  it("asks git nothing as long as the file is there, broken or not", async () => {
    const { world, own, hints } = await committed();
    world.files.plant({ [own.backlog]: "{", [own.backup]: copy });
    const before = world.git.calls.length;
    expect(await hints()).toEqual([restore]);
    expect(world.git.calls).toHaveLength(before);
  });

  it("goes without git where git fails, and offers no update where HEAD holds the file", async () => {
    const { world, own, hints } = await committed();
    await world.files.remove(own.backlog);
    world.git.hook = () => {
      throw new ToolError("CONFLICT", "git can't be run.");
    };
    expect(await hints()).toEqual([{ command: "tool update", purpose: "bring back what is missing" }]);
  });
});

describe("a merge conflict in the backlog", () => {
  const conflict = '{\n  "items": [\n<<<<<<< HEAD\n    {}\n=======\n>>>>>>> other\n  ]\n}';
  const copy = JSON.stringify(backlog(item("001")));
  const reason =
    "Line 3, column 1: a merge conflict stands here; to keep both sides, take out the lines of its markers. Nothing was written.";

  it("offers both sides, and never the copy, which has neither's items", async () => {
    const { world, ports } = setUp(conflict, copy);
    world.git.unmerged = [".tool/backlog.json"];
    await expect(readBacklog(ports, paths)).rejects.toMatchObject({
      code: "INVALID_JSON",
      reason,
      hints: [
        { command: "git checkout --ours -- .tool/backlog.json", purpose: "take HEAD's side, the upper one" },
        {
          command: "git checkout --theirs -- .tool/backlog.json",
          purpose: "take the other side, the lower one",
        },
      ],
    });
  });

  it("offers nothing that git would refuse where the file counts as merged", async () => {
    const { ports } = setUp(conflict, copy);
    const refused = await readBacklog(ports, paths).catch((error: unknown) => error);
    expect(refused).toMatchObject({ reason });
    expect((refused as ToolError).hints).toBeUndefined();
  });
});

it("a text in another encoding is told as one that a person can save again", async () => {
  const { world, ports } = setUp("{}", JSON.stringify(backlog()));
  world.files.hook = ({ op, path }) => {
    if (op !== "read" || path !== paths.backlog) return;
    throw new ToolError("IO_ERROR", `${path} can't be read: it is not UTF-8 text.`, {
      details: { path, notText: true },
    });
  };
  await expect(readBacklog(ports, paths)).rejects.toMatchObject({
    code: "INVALID_JSON",
    message: ".tool/backlog.json is not UTF-8 text.",
    reason: "Save it as UTF-8 in your editor. Nothing was written.",
    details: { file: ".tool/backlog.json" },
    hints: [{ command: "tool backlog restore --yes" }],
  });
});

describe("editBacklog", () => {
  it("writes 2 spaces and a newline, keeps order and unknown fields, and leaves the old text as .bak", async () => {
    const old = `{"team":"blue","items":[${JSON.stringify(item("001", { mine: { b: 1, a: 2 } }))}],"project":"work","description":""}`;
    const { world, ports } = setUp(old);
    const written = await editItem(ports, paths, "001", retitled("Anew"));
    const expected = JSON.parse(old) as Backlog & { items: { title: string }[] };
    for (const one of expected.items) one.title = "Anew";
    expect(written).toEqual(expected);
    expect(world.files.textOf(paths.backlog)).toBe(`${JSON.stringify(expected, null, 2)}\n`);
    expect(world.files.textOf(paths.backup)).toBe(old);
    expect([...world.files.tree("/work/.tool").keys()].sort()).toEqual([
      "backlog.json",
      "backlog.json.bak",
      "progress.md",
    ]);
  });

  it("writes nothing when there is nothing to change", async () => {
    const { world, ports } = setUp();
    const before = await world.files.stat(paths.backlog);
    expect(await editBacklog(ports, paths, () => null)).toBeNull();
    expect(await editItem(ports, paths, "042", retitled("Anew"))).toBeNull();
    expect(await editItem(ports, paths, "001", () => null)).toBeNull();
    expect(await world.files.stat(paths.backlog)).toEqual(before);
    expect(world.files.textOf(paths.backup)).toBeNull();
  });

  it("edits the file as it stands, not as it was read before", async () => {
    const { world, ports } = setUp();
    await readBacklog(ports, paths);
    world.files.plant({ [paths.backlog]: JSON.stringify(backlog(item("001"), item("007"))) });
    const written = await editItem(ports, paths, "001", retitled("Anew"));
    expect(written?.items.map(({ title }) => title)).toEqual(["Anew", "Item 007"]);
  });

  it("leaves a malformed file and its backup alone", async () => {
    const { world, ports } = setUp("{", "old");
    await expect(editItem(ports, paths, "001", retitled("Anew"))).rejects.toMatchObject({
      code: "INVALID_JSON",
    });
    expect(world.files.textOf(paths.backlog)).toBe("{");
    expect(world.files.textOf(paths.backup)).toBe("old");
  });

  it("says FILE_NOT_FOUND when the whole folder is gone", async () => {
    const ports = createMemoryWorld().runner();
    await expect(editBacklog(ports, paths, () => null)).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
  });

  it("loses neither of two edits at once, whatever the order of their effects", async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const { world } = setUp();
      world.files.hook = interleave(seed);
      const edit = (id: string): Promise<unknown> =>
        editItem(world.runner(), paths, id, retitled(`By ${id}`));
      await Promise.all([edit("001"), edit("002")]);
      const titles = (await readBacklog(world.runner(), paths)).items.map(({ title }) => title);
      expect(titles).toEqual(["By 001", "By 002"]);
    }
  });

  it("never shows a reader a torn file", async () => {
    const { world, ports } = setUp();
    world.files.hook = interleave(7);
    const reader = world.runner();
    const state = { writing: true };
    const write = async (): Promise<void> => {
      for (let round = 0; round < 40; round += 1) {
        await editItem(ports, paths, "001", retitled("x".repeat(1 + round * 40)));
      }
      state.writing = false;
    };
    const read = async (): Promise<void> => {
      while (state.writing) expect((await readBacklog(reader, paths)).items).toHaveLength(2);
    };
    await Promise.all([write(), read(), read()]);
  });
});

describe("restoreBackup", () => {
  it("swaps the backup in, so that nothing is lost", async () => {
    const broken = '{"items": [';
    const { world, ports } = setUp(broken, JSON.stringify(backlog(item("003"))));
    const restored = await restoreBackup(ports, paths);
    expect(restored.items.map(({ id }) => id)).toEqual(["003"]);
    expect(await readBacklog(ports, paths)).toEqual(restored);
    expect(world.files.textOf(paths.backup)).toBe(broken);
    await expect(restoreBackup(ports, paths)).rejects.toMatchObject({
      code: "INVALID_JSON",
      details: { file: ".tool/backlog.json.bak" },
    });
    expect(await readBacklog(ports, paths)).toEqual(restored);
  });

  it("brings back a file that is gone", async () => {
    const { ports } = setUp(null, JSON.stringify(backlog(item("003"))));
    await restoreBackup(ports, paths);
    expect((await readBacklog(ports, paths)).items).toHaveLength(1);
  });

  it("says when there is nothing to go back to", async () => {
    const { ports } = setUp();
    await expect(restoreBackup(ports, paths)).rejects.toMatchObject({
      code: "FILE_NOT_FOUND",
      message: "There is no .tool/backlog.json.bak to go back to.",
    });
  });
});

describe("rebuildBacklog", () => {
  it("writes over what is torn and keeps it as the backup", async () => {
    const { world, ports } = setUp("{");
    await rebuildBacklog(ports, paths, backlog(item("001")));
    expect((await readBacklog(ports, paths)).items).toHaveLength(1);
    expect(world.files.textOf(paths.backup)).toBe("{");
  });

  it("makes the folders that are gone", async () => {
    const ports = createMemoryWorld().runner();
    const other = backlogPaths("/work", "/work/deep/root");
    await rebuildBacklog(ports, other, backlog());
    expect(await readBacklog(ports, other)).toEqual(backlog());
    expect(await ports.files.stat(other.stateDir)).not.toBeNull();
  });
});
