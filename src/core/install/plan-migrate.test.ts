import { createHash } from "node:crypto";
import { describe, expect, it, test } from "vitest";
import { legacyLines, renameWords } from "#core/install/legacy-words";
import { planMigrate, type MigrateInput } from "#core/install/plan-migrate";
import { planMigrateHome } from "#core/install/plan-migrate-home";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const input: MigrateInput = {
  projectName: "ledger-api",
  texts: { ".ralph.json": '{"ralph":true}' },
  legacyFiles: ["backlog.json"],
  entries: null,
  installed: false,
  stamp: "20261121-060000",
  backup: false,
  cleanBackups: false,
  hash,
};
const plan = (more: Partial<MigrateInput>) => planMigrate({ ...input, ...more });
const words = ({ steps }: ReturnType<typeof planMigrate>): string[] =>
  steps.map((step) => [step.kind, step.path, "to" in step ? step.to : ""].join(" ").trim());
const written = ({ steps }: ReturnType<typeof planMigrate>, path: string): string => {
  const step = steps.find((one) => one.kind === "write" && one.path === path);
  return step?.kind === "write" ? step.text : "not written";
};

test.each([
  ["End with `RALPH_DONE` or RALPH_BLOCKED:<reason>.", "End with `TOOL_DONE` or TOOL_BLOCKED:<reason>."],
  ["see .ralph/RALPH.md and .ralph.json", "see .tool/TOOL.md and .tool.json"],
  ["ralph.log, [ralph] 001: x", "tool.log, [tool] 001: x"],
  ["# ralph:begin", "# tool:begin"],
  ["ask ralph, or Ralph", "ask ralph, or Ralph"],
  ["my.ralph.dev, .ralphs, XRALPH_DONE, .ralphrc", "my.ralph.dev, .ralphs, XRALPH_DONE, .ralphrc"],
])("of %j the identifiers change: %j", (before, after) => {
  expect(renameWords(before)).toBe(after);
  expect(renameWords(after)).toBe(after);
});

test.each([
  ["a\n.ralph/state.json\nb\n~/.ralph.json\n", [2, 4]],
  ["ralph\n.ralphs\n.tool/\n", []],
])("%j points at the old names in lines %j", (text, lines) => {
  expect(legacyLines(text)).toEqual(lines);
});

describe("a project", () => {
  it("is renamed, its files first and its marker last", () => {
    const legacyFiles = ["RALPH.md", "ralph.log", "backlog.json", "archive/20260101-000000-ralph.log"];
    const migration = plan({
      legacyFiles,
      texts: { ".ralph.json": '{"ralph":true}', ".ralph/RALPH.md": "RALPH_DONE" },
    });
    expect(words(migration)).toEqual([
      "write .ralph.json",
      "write .ralph/RALPH.md",
      "rename .ralph/RALPH.md .ralph/TOOL.md",
      "rename .ralph/ralph.log .ralph/tool.log",
      "rename .ralph/archive/20260101-000000-ralph.log .ralph/archive/20260101-000000-tool.log",
      "rename .ralph .tool",
      "rename .ralph.json .tool.json",
    ]);
    expect(written(migration, ".ralph/RALPH.md")).toBe("TOOL_DONE");
  });

  it("keeps copies of all that moves or changes, whole before anything does", () => {
    const texts = { ".ralph.json": '{"ralph":true}', ".gitignore": "x\n# ralph:begin\n/a\n# ralph:end\n" };
    const folder = ".ralph/legacy-20261121-060000";
    expect(words(plan({ texts, backup: true })).slice(0, 6)).toEqual([
      `write ${folder}.tmp/.gitignore`,
      `copy .ralph/backlog.json ${folder}.tmp/files/.ralph/backlog.json`,
      `copy .ralph.json ${folder}.tmp/files/.ralph.json`,
      `copy .gitignore ${folder}.tmp/files/.gitignore`,
      `rename ${folder}.tmp ${folder}.bak`,
      "write .ralph.json",
    ]);
  });

  it("gets a marker with the present names, and nothing else of it changes", () => {
    const review = "RALPH_REVIEW:{}";
    const marker = {
      ralph: true,
      installedBy: "0.3.0",
      artifactHashes: { ".ralph/RALPH.md": "x", ".ralph/REVIEW.md": hash(review) },
      options: { ignoreInRalph: true, maxIterations: 7, extra: {} },
    };
    const texts = { ".ralph.json": JSON.stringify(marker), ".ralph/REVIEW.md": review };
    const migration = plan({ texts });
    expect(JSON.parse(written(migration, ".ralph.json"))).toEqual({
      tool: true,
      installedBy: "0.3.0",
      artifactHashes: { ".tool/TOOL.md": "x", ".tool/REVIEW.md": hash("TOOL_REVIEW:{}") },
      options: { ignoreInTool: true, maxIterations: 7, extra: {} },
    });
  });

  it("has its blocks renamed, and every byte outside of them left", () => {
    const texts = {
      ".ralph.json": '{"ralph":true}',
      "AGENTS.md":
        "\uFEFF.ralph/ is mine\r\n<!-- ralph:begin -->\r\n.ralph/RALPH.md\r\n<!-- ralph:end -->\r\nmine",
      ".gitignore": ".ralph/x\n",
    };
    const migration = plan({ texts });
    expect(written(migration, "AGENTS.md")).toBe(
      "\uFEFF.ralph/ is mine\r\n<!-- tool:begin -->\r\n.tool/TOOL.md\r\n<!-- tool:end -->\r\nmine",
    );
    expect(written(migration, ".gitignore")).toBe("not written");
  });

  it("has instructions at its top moved in, unless there are some", () => {
    const texts = { ".ralph.json": '{"tool":true}', "RALPH.md": "RALPH_DONE" };
    expect(words(plan({ texts }))).toContain("remove RALPH.md");
    expect(written(plan({ texts }), ".tool/TOOL.md")).toBe("TOOL_DONE");
    expect(words(plan({ texts, legacyFiles: ["RALPH.md"] }))).not.toContain("remove RALPH.md");
  });

  it("without a legacy marker is left alone, but old backups go on request", () => {
    const entries = ["legacy-20261120-060000.bak/", "legacy.bak/", "backlog.json"];
    expect(plan({ texts: {}, entries })).toEqual({ steps: [], actions: [] });
    expect(words(plan({ texts: {}, entries, cleanBackups: true }))).toEqual([
      "remove-tree .tool/legacy-20261120-060000.bak",
    ]);
  });

  it.each<[string, Partial<MigrateInput>]>([
    ["both markers", { installed: true }],
    ["both directories", { entries: [] }],
    ["damaged markers", { texts: { ".ralph.json": "{}", "AGENTS.md": "<!-- ralph:begin -->\n" } }],
  ])("with %s is refused", (_, more) => {
    expect(() => plan(more)).toThrow(expect.objectContaining({ code: "CONFLICT" }));
  });
});

describe("the registry in the home", () => {
  const home = {
    legacyEntries: ["config.json", "server.json", "server.log", "active/"],
    entries: null,
    legacyFiles: ["config.json", "server.log"],
    legacyConfig: null,
    config: null,
    stamp: input.stamp,
    backup: false,
    cleanBackups: false,
  };

  it("is renamed as a whole, without what belonged to processes that are gone", () => {
    expect(words(planMigrateHome(home))).toEqual([
      "remove .ralph/server.json",
      "remove-tree .ralph/active",
      "rename .ralph .tool",
    ]);
  });

  it("goes into another one where it has gaps; what both have stays", () => {
    const migration = planMigrateHome({
      ...home,
      entries: ["config.json", "server.log"],
      legacyConfig: { rootDirectory: "/code", port: 1 },
      config: { port: 2 },
    });
    expect(JSON.parse(written(migration, ".tool/config.json"))).toEqual({ rootDirectory: "/code", port: 2 });
    expect(words(migration)).toEqual([
      "remove .ralph/server.json",
      "remove-tree .ralph/active",
      "write .tool/config.json",
      "remove .ralph/config.json",
      "remove-empty .ralph",
    ]);
  });

  it("that isn't there is nothing to do", () => {
    expect(planMigrateHome({ ...home, legacyEntries: null })).toEqual({ steps: [], actions: [] });
  });
});
