import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { NO_FACTS } from "#core/install/artifact-facts";
import { artifactPaths, templateNames } from "#core/install/artifact-paths";
import { findBlock, removeBlock } from "#core/install/managed-block";
import { planInstall, type InstallInput, type InstallPlan } from "#core/install/plan-install";
import type { ProjectProfile } from "#contracts/schema/profile";
import { BACKLOG_SHAPE, fits, MARKER_SHAPE } from "#contracts/shapes";
import { templateTexts } from "../../../test/samples/template-texts.ts";

const profile: ProjectProfile = {
  stack: "node-typescript",
  packageManager: "pnpm",
  monorepo: false,
  commands: { test: "pnpm test", typecheck: null, lint: "pnpm lint", build: null, format: null },
  verify: "pnpm test && pnpm lint",
};
const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const input: InstallInput = {
  projectName: "ledger-api",
  projectPath: "/code/ledger-api",
  facts: NO_FACTS,
  profile,
  options: {},
  version: "1.0.0",
  nowIso: "2026-11-21T06:00:00.000Z",
  templates: templateTexts,
  hash,
};
const plan = (more: Partial<InstallInput> = {}): InstallPlan => planInstall({ ...input, ...more });
const having = (texts: Record<string, string>): InstallPlan => plan({ facts: { ...NO_FACTS, texts } });
const pathsOf = ({ steps }: InstallPlan): string[] => steps.map((step) => step.path);
const textOf = ({ steps }: InstallPlan, path: string): string => {
  const step = steps.find((one) => one.path === path);
  return step?.kind === "write" ? step.text : "not written";
};
const actionOf = ({ report }: InstallPlan, file: string): string =>
  report.actions
    .filter((action) => action.file === file)
    .map(({ action, detail }) => `${action}: ${detail}`)[0] ?? "";

test("every template that a plan needs is in the package", () => {
  expect(Object.keys(templateTexts)).toEqual(expect.arrayContaining([...templateNames]));
});

test("a fresh project gets everything, the marker last", () => {
  const planned = having({ "AGENTS.md": "# Ours\n", ".gitignore": "node_modules\n" });
  const { report } = planned;
  expect(report.actions.map(({ file, action, detail }) => [action, file, detail])).toEqual([
    ["created", ".tool.json", ""],
    ["created", ".tool/backlog.json", "no items yet"],
    ["rendered", ".tool/TOOL.md", "what the agent is told"],
    ["rendered", ".tool/REVIEW.md", "what a reviewer is told"],
    ["created", ".tool/progress.md", ""],
    ["created", ".tool/backlog.schema.json", ""],
    ["merged", "AGENTS.md", "a marked block"],
    ["created", "CLAUDE.md", "a marked block"],
    ["merged", ".gitignore", "11 lines"],
  ]);
  expect(report).toMatchObject({
    projectName: "ledger-api",
    projectPath: "/code/ledger-api",
    profile,
    warnings: [],
  });
  expect(pathsOf(planned).toSorted()).toEqual([...artifactPaths].toSorted());
  expect(pathsOf(planned).at(-1)).toBe(".tool.json");
});

test("backlog and marker are well-formed; only chosen options are stored, and the runtime", () => {
  const installed = plan({ options: { maxIterations: 5 }, projectDescription: "Books" });
  const backlog: unknown = JSON.parse(textOf(installed, ".tool/backlog.json"));
  expect(fits(BACKLOG_SHAPE, backlog)).toBe(true);
  expect(backlog).toMatchObject({
    project: "ledger-api",
    description: "Books",
    items: [],
    schemaVersion: "1",
  });
  const marker: unknown = JSON.parse(textOf(installed, ".tool.json"));
  expect(fits(MARKER_SHAPE, marker)).toBe(true);
  expect(marker).toEqual({
    tool: true,
    version: "1",
    variant: "backlog-json",
    installedAt: input.nowIso,
    installedBy: "1.0.0",
    profile,
    artifactHashes: installed.marker.artifactHashes,
    options: { maxIterations: 5, runtime: "global" },
  });
});

test("hashes: every file that is ours as a whole, and every block, whatever line breaks it has", () => {
  const installed = plan();
  const block = findBlock(textOf(installed, ".tool/TOOL.md"));
  expect(block.kind).toBe("present");
  expect(installed.marker.artifactHashes).toEqual({
    ".tool/TOOL.md": hash(block.kind === "present" ? block.body : ""),
    ".tool/REVIEW.md": hash(textOf(installed, ".tool/REVIEW.md")),
    ".tool/backlog.schema.json": hash(templateTexts["backlog.schema.json"] ?? ""),
    "AGENTS.md": expect.stringMatching(/^[0-9a-f]{64}$/),
    "CLAUDE.md": installed.marker.artifactHashes["AGENTS.md"],
  });
  const windows = having({ "AGENTS.md": "# Mine\r\n" });
  expect(windows.marker.artifactHashes["AGENTS.md"]).toBe(installed.marker.artifactHashes["AGENTS.md"]);
});

describe("what is there", () => {
  test("of an earlier installation is found again and kept", () => {
    const texts = {
      ".tool/backlog.json": "not even JSON",
      ".tool/progress.md": "- 001: learned\n",
      ".tool/REVIEW.md": "# Mine\n",
      ".tool/backlog.schema.json": "{}",
    };
    const again = having(texts);
    expect(actionOf(again, ".tool/backlog.json")).toBe("skipped: kept as it is");
    expect(actionOf(again, ".tool/progress.md")).toBe("skipped: kept as it is");
    expect(actionOf(again, ".tool/REVIEW.md")).toBe("skipped: kept as it is");
    expect(actionOf(again, ".tool/backlog.schema.json")).toBe("updated: ");
    expect(pathsOf(again).filter((path) => /backlog\.json|progress|REVIEW/.test(path))).toEqual([]);
  });

  test("of the user's around our block stays byte for byte", () => {
    const mine = "\uFEFF# Mine\r\n\r\nno line break at the end";
    const texts = { "AGENTS.md": mine, "CLAUDE.md": mine, ".tool/TOOL.md": mine };
    for (const path of Object.keys(texts)) {
      expect(removeBlock(textOf(having(texts), path))).toEqual({ text: mine, onlyOurs: false });
    }
  });

  test("a block that is already right is not written again", () => {
    const first = plan();
    const second = having({
      "AGENTS.md": textOf(first, "AGENTS.md"),
      ".gitignore": textOf(first, ".gitignore"),
    });
    expect(actionOf(second, "AGENTS.md")).toBe("skipped: is already there");
    expect(actionOf(second, ".gitignore")).toBe("skipped: is already there");
  });
});

test("a backlog that is found again names the project", () => {
  const installed = having({ ".tool/backlog.json": JSON.stringify({ project: "Ledger", items: [] }) });
  expect(textOf(installed, ".tool/TOOL.md")).toContain("Ledger");
  expect(textOf(installed, ".tool/TOOL.md")).not.toContain("ledger-api");
});

test("a backlog of which only the copy is left comes back from it", () => {
  const copy = JSON.stringify({ project: "Ledger", description: "", items: [{ id: "001" }] });
  const installed = plan({ facts: { ...NO_FACTS, backlogCopy: copy } });
  expect(textOf(installed, ".tool/backlog.json")).toBe(copy);
  expect(actionOf(installed, ".tool/backlog.json")).toBe("created: from its copy, backlog.json.bak");
});

test("a backlog that is in the last commit alone comes back from there, after its copy", () => {
  const [copy, backlogAtHead] = ["Copied", "Committed"].map((project) =>
    JSON.stringify({ project, description: "", items: [{ id: "001" }] }),
  ) as [string, string];
  const installed = plan({ backlogAtHead });
  expect(textOf(installed, ".tool/backlog.json")).toBe(backlogAtHead);
  expect(actionOf(installed, ".tool/backlog.json")).toBe("created: from the last commit");
  expect(textOf(installed, ".tool/TOOL.md")).toContain("Committed");
  const both = plan({ backlogAtHead, facts: { ...NO_FACTS, backlogCopy: copy } });
  expect(textOf(both, ".tool/backlog.json")).toBe(copy);
});

test("a second name of the same file gets no block of its own", () => {
  const texts = { "AGENTS.md": "# Mine\n", "CLAUDE.md": "# Mine\n" };
  const installed = plan({ facts: { ...NO_FACTS, texts, links: { "CLAUDE.md": "AGENTS.md" } } });
  expect(actionOf(installed, "CLAUDE.md")).toBe("skipped: a link to AGENTS.md");
  expect(pathsOf(installed)).not.toContain("CLAUDE.md");
});

test("gitignoreScripts ignores the instruction files, too", () => {
  expect(textOf(plan(), ".gitignore")).not.toContain("TOOL.md");
  const text = textOf(plan({ options: { gitignoreScripts: true } }), ".gitignore");
  expect(text).toContain("/.tool/TOOL.md\n/.tool/REVIEW.md\n/.tool/backlog.schema.json\n");
});

test.each([
  [JSON.stringify({ installedBy: "0.9.2", installedAt: "2026-11-12T20:00:00Z" }), "By 0.9.2, on Nov 12."],
  ["{}", undefined],
  ["broken", undefined],
])("a second install is refused (%s)", (marker, reason) => {
  const refusal = { code: "ALREADY_INSTALLED", message: "ledger-api is already set up.", reason };
  expect(() => having({ ".tool.json": marker })).toThrow(expect.objectContaining(refusal));
});

test.each([
  ["AGENTS.md", "<!-- tool:begin -->\n"],
  ["CLAUDE.md", "<!-- tool:end -->\n<!-- tool:begin -->\n"],
  [".tool/TOOL.md", "<!-- tool:end -->\n"],
  [".gitignore", "# tool:begin\n# tool:begin\n# tool:end\n"],
])("damaged markers are refused naming the file: %s", (path, text) => {
  expect(() => having({ [path]: text })).toThrow(
    expect.objectContaining({
      code: "CONFLICT",
      message: expect.stringContaining(`The markers in ${path} `),
      details: { file: path },
    }),
  );
});

test("without commands the report says so, after what preflight found", () => {
  const bare = { ...profile, verify: "" };
  expect(plan({ profile: bare, warnings: ["first"] }).report.warnings).toEqual([
    "first",
    "No verification commands were found; the agent is told to find the project's own.",
  ]);
});
