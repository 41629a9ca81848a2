import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backlogPaths } from "#contracts/paths";
import type { UninstallPlan } from "#core/install/plan-uninstall";
import { installProject } from "#engine/operations/install/install-project";
import { uninstallProject } from "#engine/operations/install/uninstall-project";
import { updateProject } from "#engine/operations/install/update-project";
import { createMemoryWorld, type MemoryWorld } from "../../../../test/fakes/memory-ports.ts";
import { templateTexts } from "../../../../test/samples/template-texts.ts";

const paths = backlogPaths("/work");
const version = "1.0.0";

function world(files: Readonly<Record<string, string>> = {}): MemoryWorld {
  const made = createMemoryWorld();
  made.files.plant({ "/work/notes.md": "mine\n" });
  for (const [name, text] of Object.entries(files)) made.files.plant({ [`/work/${name}`]: text });
  for (const [name, text] of Object.entries(templateTexts)) made.templates.set(name, text);
  return made;
}

async function installed(files: Readonly<Record<string, string>> = {}): Promise<MemoryWorld> {
  const made = world(files);
  await installProject(made.runner(), { projectPath: "/work", overrides: {}, options: {}, version });
  return made;
}

const uninstall = (made: MemoryWorld, keepData = true): Promise<UninstallPlan> =>
  uninstallProject(made.runner(), paths, { keepData });
const kinds = ({ rows }: UninstallPlan): Record<string, string> =>
  Object.fromEntries(rows.map(({ kind, path, detail }) => [path, [kind, detail].filter(Boolean).join(": ")]));
const files = (made: MemoryWorld): string[] => [...made.files.tree("/work").keys()].toSorted();

describe("what goes and what stays", () => {
  it("keeps the data, and nothing else of ours", async () => {
    const made = await installed({ "AGENTS.md": "# Ours\n" });
    const items = [{ id: "001" }, { id: "002" }];
    made.files.plant({
      "/work/.tool/backlog.json": JSON.stringify({ items }),
      "/work/.tool/tool.log": "",
      "/work/.tool/archive/2026-11.json": "{}",
      "/work/.tool/REVIEW.md": "# Mine\n",
      "/work/.tool/own.txt": "",
    });
    const plan = await uninstall(made);
    expect(kinds(plan)).toEqual({
      ".tool.json": "remove",
      ".tool/TOOL.md": "remove",
      ".tool/REVIEW.md": "keep: you changed it",
      ".tool/backlog.schema.json": "remove",
      "AGENTS.md": "trim",
      "CLAUDE.md": "remove: it holds nothing but our block",
      ".gitignore": "remove: it holds nothing but our lines",
      ".tool/backlog.json": "keep: 2 items",
      ".tool/progress.md": "keep",
      ".tool/tool.log": "keep",
      ".tool/archive/": "keep",
      ".tool/own.txt": "keep: not ours",
    });
    expect(files(made)).toEqual(
      plan.rows
        .flatMap(({ kind, path }) =>
          kind === "remove" ? [] : [path.replace(/archive\/$/, "archive/2026-11.json")],
        )
        .concat("notes.md")
        .toSorted(),
    );
    expect(made.files.textOf("/work/AGENTS.md")).toBe("# Ours\n");
  });

  it("--no-keep-data takes the data and what was changed of ours, but nothing of the user's", async () => {
    const made = await installed();
    made.files.plant({
      "/work/.tool/REVIEW.md": "# Mine\n",
      "/work/.tool/state.json": "{}",
      "/work/.tool/events.ndjson": "",
      "/work/.tool/archive/2026-11.json": "{}",
      "/work/.tool/archive/20261121-050000-events.ndjson": "",
      "/work/.tool/own.txt": "",
    });
    await uninstall(made, false);
    expect(files(made)).toEqual([".tool/own.txt", "notes.md"]);
  });

  it("keeps an archive that holds something else", async () => {
    const made = await installed();
    made.files.plant({ "/work/.tool/archive/2026-11.json": "{}", "/work/.tool/archive/mine.txt": "" });
    expect(kinds(await uninstall(made, false))[".tool/archive/"]).toBe("keep: not all of it is ours");
    expect(files(made)).toEqual([".tool/archive/2026-11.json", ".tool/archive/mine.txt", "notes.md"]);
  });

  it("leaves what the user has written into the instructions", async () => {
    const made = await installed();
    const text = `${made.files.textOf("/work/.tool/TOOL.md") ?? ""}The parser is fragile.\n`;
    made.files.plant({ "/work/.tool/TOOL.md": text });
    expect(kinds(await uninstall(made))[".tool/TOOL.md"]).toBe("trim: the rest of it is yours");
    expect(made.files.textOf("/work/.tool/TOOL.md")).toMatch(
      /^## About this project\n[^]*The parser is fragile\.\n$/,
    );
  });

  it("never takes a link away; what it leads to loses our part alone", async () => {
    const made = await installed({ "docs/agents.md": "# Ours\n" });
    await made.files.remove("/work/CLAUDE.md");
    made.files.plant({ "/work/docs/claude.md": made.files.textOf("/work/AGENTS.md") ?? "" });
    made.files.plantLink("/work/CLAUDE.md", "docs/claude.md");
    await uninstall(made);
    expect(made.files.tree("/work").get("CLAUDE.md")).toBe("-> docs/claude.md");
    expect(made.files.textOf("/work/docs/claude.md")).toBe("");
  });

  it("takes out what is left after the marker was deleted", async () => {
    const made = await installed({ "AGENTS.md": "# Ours\n" });
    await made.files.remove("/work/.tool.json");
    await uninstall(made, false);
    expect(made.files.tree("/work")).toEqual(world({ "AGENTS.md": "# Ours\n" }).files.tree("/work"));
  });
});

describe("what is refused, with nothing written", () => {
  it.each<[string, (made: MemoryWorld) => void | Promise<unknown>, string]>([
    ["damaged markers", ({ files }) => files.plant({ "/work/AGENTS.md": "<!-- tool:end -->\n" }), "CONFLICT"],
    ["a read-only file", ({ files }) => files.chmod("/work/AGENTS.md", 0o444), "CONFLICT"],
    [
      "a link out of the project",
      async ({ files }) => {
        files.plant({ "/elsewhere/x.md": "" });
        await files.remove("/work/CLAUDE.md");
        files.plantLink("/work/CLAUDE.md", "/elsewhere/x.md");
      },
      "PATH_VIOLATION",
    ],
    [
      "a live loop",
      ({ files, processes }) => {
        processes.plant(7, "t7");
        const record = { pid: 7, startedAt: "2026-11-20T22:04:11Z", processStartTime: "t7", token: "run" };
        files.plant({ "/work/.tool/.loop.lock": JSON.stringify(record) });
      },
      "LOCK_CONFLICT",
    ],
  ])("%s", async (_, spoil, code) => {
    const made = await installed({ "AGENTS.md": "# Ours\n" });
    await spoil(made);
    const before = made.files.tree("/");
    await expect(uninstall(made)).rejects.toMatchObject({ code });
    expect(made.files.tree("/")).toEqual(before);
  });

  it("a folder that holds nothing of ours, or only kept data", async () => {
    await expect(uninstall(world())).rejects.toMatchObject({ code: "NOT_INSTALLED" });
    const made = await installed();
    await uninstall(made);
    await expect(uninstall(made)).rejects.toMatchObject({ code: "NOT_INSTALLED" });
    await uninstall(made, false);
    expect(files(made)).toEqual(["notes.md"]);
  });
});

const piece = fc.constantFrom(
  "# Mine",
  "",
  " ",
  "é",
  "node_modules",
  "<!-- tool:begin",
  "tool:begin",
  "# tool: begin",
  "```",
  "<!-- other:begin -->",
  "<!-- tool:end --> is ours",
  "\t",
  "/.tool/state.json",
);
const text = fc
  .record({
    bom: fc.boolean(),
    lines: fc.array(piece, { maxLength: 6 }),
    eol: fc.constantFrom("\n", "\r\n", "\r"),
    last: fc.boolean(),
  })
  .map(({ bom, lines, eol, last }) => `${bom ? "\uFEFF" : ""}${lines.join(eol)}${last ? eol : ""}`);
const file = fc.option(text, { nil: null });
const project = fc.record({ "AGENTS.md": file, "CLAUDE.md": file, ".gitignore": file });

const present = (files: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).flatMap(([path, value]) => (value === null ? [] : [[path, value]])),
  );

it("in, up to date twice, and out again gives back every byte", async () => {
  await fc.assert(
    fc.asyncProperty(project, async (chosen) => {
      const mine = present(chosen);
      const made = await installed(mine);
      const fresh = made.files.tree("/work");
      for (const [path, value] of Object.entries(mine)) expect(fresh.get(path)?.startsWith(value)).toBe(true);
      await updateProject(made.runner(), paths, { version });
      expect(made.files.tree("/work")).toEqual(fresh);
      await updateProject(made.runner(), paths, { version: "2.0.0" });
      const once = made.files.tree("/work");
      await updateProject(made.runner(), paths, { version: "2.0.0" });
      expect(made.files.tree("/work")).toEqual(once);
      await uninstall(made, false);
      expect(made.files.tree("/work")).toEqual(world(mine).files.tree("/work"));
    }),
    { seed: 11, numRuns: 60 },
  );
});

it("whatever stands around our block, an update leaves it, and so does the way out", async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (before, after) => {
      const made = await installed();
      const block = made.files.textOf("/work/AGENTS.md")?.trim() ?? "";
      const stale = block.replace("## Backlog loop", "## Something else");
      made.files.plant({ "/work/AGENTS.md": `${before}\n${stale}\n${after}` });
      await updateProject(made.runner(), paths, { version });
      const mended = made.files.textOf("/work/AGENTS.md") ?? "";
      expect(mended).toBe(`${before}\n${block}\n${after}`);
      await uninstall(made);
      const rest = made.files.textOf("/work/AGENTS.md") ?? "";
      expect(rest.startsWith(before) && rest.endsWith(after)).toBe(true);
    }),
    { seed: 12, numRuns: 60 },
  );
});
