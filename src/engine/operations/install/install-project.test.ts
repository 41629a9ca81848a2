import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ToolError } from "#contracts/error";
import { installProject, type InstallRequest } from "#engine/operations/install/install-project";
import { surveyProject } from "#engine/operations/install/survey-project";
import { templateNames } from "#core/install/artifact-paths";
import { createMemoryWorld, type MemoryWorld } from "../../../../test/fakes/memory-ports.ts";

const templates = join(import.meta.dirname, "../../../../templates");
const request: InstallRequest = { projectPath: "/work", overrides: {}, options: {}, version: "1.0.0" };

const world = (files: Readonly<Record<string, string>> = { "/work/notes.md": "mine\n" }): MemoryWorld => {
  const made = createMemoryWorld();
  made.files.plant(files);
  for (const name of templateNames) made.templates.set(name, readFileSync(join(templates, name), "utf8"));
  return made;
};

const install = (made: MemoryWorld, changes: Partial<InstallRequest> = {}) =>
  installProject(made.runner(), { ...request, ...changes });

const refusal = async (made: MemoryWorld): Promise<ToolError> => {
  const error: unknown = await install(made).catch((thrown: unknown) => thrown);
  if (error instanceof ToolError) return error;
  throw new Error("it was not refused");
};

describe("what is refused, before anything is written", () => {
  const cases: readonly [what: string, spoil: (made: MemoryWorld) => void, code: string, sentence: string][] =
    [
      [
        "a link out of the project",
        ({ files }) => {
          files.plant({ "/elsewhere/AGENTS.md": "theirs" });
          files.plantLink("/work/AGENTS.md", "/elsewhere/AGENTS.md");
        },
        "PATH_VIOLATION",
        "AGENTS.md is a link that leads out of work.",
      ],
      [
        "a state directory that is a link out of the project",
        ({ files }) => {
          files.plant({ "/elsewhere/x": "" });
          files.plantLink("/work/.tool", "/elsewhere");
        },
        "PATH_VIOLATION",
        ".tool is a link that leads out of work.",
      ],
      [
        "a link to nothing",
        ({ files }) => files.plantLink("/work/CLAUDE.md", "/work/gone.md"),
        "CONFLICT",
        "CLAUDE.md is a link that leads nowhere.",
      ],
      [
        "a folder named like a file",
        ({ files }) => files.plant({ "/work/CLAUDE.md/x": "" }),
        "CONFLICT",
        "CLAUDE.md is a folder, where a file has to be.",
      ],
      [
        "a file named like the folder",
        ({ files }) => files.plant({ "/work/.tool": "" }),
        "CONFLICT",
        ".tool is a file, where a folder has to be.",
      ],
      [
        "a folder that can't be written to",
        ({ files }) => {
          files.hook = ({ op, path }) => {
            if (op !== "write") return;
            throw new ToolError("IO_ERROR", `${path} can't be written: the file system is read-only.`);
          };
        },
        "IO_ERROR",
        "work is not writable: the file system is read-only.",
      ],
      [
        "markers that enclose nothing",
        ({ files }) => files.plant({ "/work/AGENTS.md": "<!-- tool:end -->\n<!-- tool:begin -->\n" }),
        "CONFLICT",
        "The markers in AGENTS.md stand in the wrong order.",
      ],
    ];
  it.each(cases)("%s", async (_, spoil, code, sentence) => {
    const made = world();
    spoil(made);
    const before = made.files.tree("/");
    const error = await refusal(made);
    expect([error.code, error.message]).toEqual([code, sentence]);
    expect(error.reason).toContain("Nothing was written.");
    expect(made.files.tree("/")).toEqual(before);
  });

  it("a second installation, and it says whose the first was", async () => {
    const made = world();
    await install(made, { version: "0.9.2" });
    const before = made.files.tree("/");
    const error = await refusal(made);
    expect(error.code).toBe("ALREADY_INSTALLED");
    expect(error.reason).toMatch(/^By 0\.9\.2, on /);
    expect(made.files.tree("/")).toEqual(before);
  });
});

describe("what is the user's", () => {
  const mine: readonly [what: string, text: string][] = [
    ["ordinary lines", "# Mine\n\nRead this.\n"],
    ["lines of another system", "# Mine\r\n\r\nRead this.\r\n"],
    ["no line break at the end", "# Mine"],
    ["a byte order mark", "\uFEFF# Mine\n"],
  ];
  it.each(mine)("stays byte for byte: %s", async (_, text) => {
    const made = world({ "/work/AGENTS.md": text });
    await install(made);
    expect(made.files.textOf("/work/AGENTS.md")?.startsWith(text)).toBe(true);
  });

  it("is found again, backlog and all, after an earlier installation was taken out", async () => {
    const backlog = '{"project":"old","description":"","items":[]}';
    const made = world({ "/work/.tool/backlog.json": backlog, "/work/.tool/progress.md": "learned" });
    const report = await install(made);
    expect(made.files.textOf("/work/.tool/backlog.json")).toBe(backlog);
    expect(made.files.textOf("/work/.tool/progress.md")).toBe("learned");
    expect(report.actions).toContainEqual({
      file: ".tool/backlog.json",
      action: "skipped",
      detail: "kept as it is",
    });
  });

  it("may be a link inside of the project, which stays one", async () => {
    const made = world({ "/work/AGENTS.md": "# Mine\n" });
    made.files.plantLink("/work/CLAUDE.md", "AGENTS.md");
    await install(made);
    expect(made.files.tree("/work").get("CLAUDE.md")).toBe("-> AGENTS.md");
    expect(made.files.textOf("/work/AGENTS.md")?.match(/tool:begin/g)).toHaveLength(1);
  });
});

describe("a write that fails half-way", () => {
  it("leaves no marker, says how far it came, and can be done again", async () => {
    const made = world();
    made.files.hook = ({ op, path }) => {
      if (op === "write" && path.includes("CLAUDE.md")) {
        throw new ToolError("IO_ERROR", `${path} can't be written: no space left on the disk.`);
      }
    };
    const error = await refusal(made);
    expect(error.message).toBe("/work/CLAUDE.md can't be written: no space left on the disk.");
    expect(error.reason).toMatch(/^\d of 9 steps were done; the same command goes on from there\.$/);
    expect(made.files.textOf("/work/.tool.json")).toBeNull();

    made.files.hook = null;
    await install(made);
    expect(made.files.textOf("/work/.tool.json")).not.toBeNull();
    expect(made.files.textOf("/work/AGENTS.md")?.match(/tool:begin/g)).toHaveLength(1);
  });
});

it("two at once: one installs, the other is told", async () => {
  const made = world();
  const outcomes = await Promise.allSettled([install(made), install(made)]);
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
  const [failed] = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(failed?.reason).toMatchObject({ code: "ALREADY_INSTALLED" });
});

it("leaves nothing behind of its trial or its lock", async () => {
  const made = world();
  await install(made);
  const left = [...made.files.tree("/work").keys()].filter((path) => /\.(tmp|lock|guard)$/.test(path));
  expect(left).toEqual([]);
});

it("takes no commands from a file that it can't understand, and says where", async () => {
  const made = world({ "/work/package.json": '{\n  "scripts": {\n    "test": "x",,\n  }\n}\n' });
  const report = await install(made);
  expect(report.profile.verify).toBe("");
  expect(report.warnings[0]).toBe(
    "package.json is not valid JSON: line 3, column 17; no commands were taken from it.",
  );
});

it("looks without leaving a trace", async () => {
  const made = world();
  const before = made.files.tree("/");
  await surveyProject(made.runner(), "/work");
  expect(made.files.tree("/")).toEqual(before);
});
