import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { NO_FACTS, type ArtifactFacts } from "#core/install/artifact-facts";
import { planInstall } from "#core/install/plan-install";
import { planUpdate, type UpdateProposal } from "#core/install/plan-update";
import type { Marker } from "#contracts/schema/marker";
import type { ProjectProfile } from "#contracts/schema/profile";
import { templateTexts } from "../../../test/samples/template-texts.ts";

const profile: ProjectProfile = {
  stack: "go",
  packageManager: null,
  monorepo: false,
  commands: { test: "go test ./...", typecheck: null, lint: null, build: null, format: null },
  verify: "go test ./...",
};
const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const common = { projectName: "ledger-api", projectPath: "/code/ledger-api", templates: templateTexts, hash };
const NOV_12 = Date.UTC(2026, 10, 12, 20);

/** The texts of a fresh installation of 0.9.2. */
function installed(before: Record<string, string> = {}): Record<string, string> {
  const facts = { ...NO_FACTS, texts: before };
  const nowIso = "2026-11-12T20:00:00.000Z";
  const { steps } = planInstall({ ...common, facts, profile, options: {}, version: "0.9.2", nowIso });
  const written = steps.flatMap((step) => (step.kind === "write" ? [[step.path, step.text] as const] : []));
  return { ...before, ...Object.fromEntries(written) };
}

function update(
  texts: Record<string, string | null>,
  more: {
    marker?: Partial<Marker>;
    facts?: Partial<ArtifactFacts>;
    version?: string;
    backlogAtHead?: string;
    progressAtHead?: string;
  } = {},
): UpdateProposal {
  const stored = JSON.parse(texts[".tool.json"] ?? "") as Marker;
  return planUpdate({
    ...common,
    facts: { ...NO_FACTS, texts, modifiedMs: { ".tool/REVIEW.md": NOV_12 }, ...more.facts },
    backlogAtHead: more.backlogAtHead ?? null,
    progressAtHead: more.progressAtHead ?? null,
    marker: { ...stored, ...more.marker },
    version: more.version ?? "0.9.2",
  });
}

/** What isn't well, as the check says it. */
const found = ({ check }: UpdateProposal): string[] =>
  check.files
    .filter(({ state }) => state !== "ok")
    .map(({ file, state, detail }) => [state, file, detail].filter(Boolean).join(" "));
const pathsOf = ({ steps }: UpdateProposal): string[] => steps.map(({ path }) => path);

/** The texts after the update. */
function updated(
  texts: Record<string, string | null>,
  proposal: UpdateProposal,
): Record<string, string | null> {
  const written = proposal.steps.map(
    (step) => [step.path, step.kind === "write" ? step.text : null] as const,
  );
  return { ...texts, ...Object.fromEntries(written) };
}

describe("drift", () => {
  const edit =
    (path: string, change: (text: string) => string | null) => (texts: Record<string, string>) => ({
      ...texts,
      [path]: change(texts[path] ?? ""),
    });
  const withoutHash = (path: string) =>
    edit(".tool.json", (text) => {
      const marker = JSON.parse(text) as Marker;
      const hashes = Object.entries(marker.artifactHashes).filter(([name]) => name !== path);
      return JSON.stringify({ ...marker, artifactHashes: Object.fromEntries(hashes) });
    });
  const oldHash = (path: string, text: string) =>
    edit(".tool.json", (json) => {
      const marker = JSON.parse(json) as Marker;
      return JSON.stringify({ ...marker, artifactHashes: { ...marker.artifactHashes, [path]: hash(text) } });
    });
  type Change = (texts: Record<string, string>) => Record<string, string | null>;
  const after =
    (first: Change, then: Change): Change =>
    (texts) =>
      then(first(texts) as Record<string, string>);
  const inBlock = (text: string): string => text.replace("<!-- tool:end -->", "more\n<!-- tool:end -->");

  it.each<[string, Change, string[]]>([
    ["nothing", (texts) => texts, []],
    ["no schema", edit(".tool/backlog.schema.json", () => null), ["missing .tool/backlog.schema.json"]],
    [
      "a schema of another hand",
      edit(".tool/backlog.schema.json", () => "{}"),
      ["edited .tool/backlog.schema.json changed by hand"],
    ],
    [
      "a schema of another version",
      after(
        oldHash(".tool/backlog.schema.json", "{}"),
        edit(".tool/backlog.schema.json", () => "{}"),
      ),
      ["stale .tool/backlog.schema.json 0.9.2 writes another"],
    ],
    ["an edited block", edit("AGENTS.md", inBlock), ["edited AGENTS.md changed inside the marked block"]],
    [
      "a block whose hash was never stored",
      after(withoutHash("AGENTS.md"), edit("AGENTS.md", inBlock)),
      ["stale AGENTS.md 0.9.2 writes another"],
    ],
    ["a block taken out", edit("CLAUDE.md", () => "# Mine\n"), ["missing CLAUDE.md its marked block"]],
    ["a file that is gone", edit("CLAUDE.md", () => null), ["missing CLAUDE.md"]],
    [
      "edited instructions",
      edit(".tool/TOOL.md", inBlock),
      ["edited .tool/TOOL.md changed inside the marked block"],
    ],
    ["what is the user's of them", edit(".tool/TOOL.md", (text) => `${text}Mine.\n`), []],
    [
      "two ignore lines",
      edit(".gitignore", (text) => text.replace("/.tool/DONE\n/.tool/CANCEL\n", "")),
      ["missing .gitignore 2 lines"],
    ],
    [
      "one line too many",
      edit(".gitignore", (text) => text.replace("/.tool/DONE\n", "/.tool/DONE\n/x\n")),
      ["edited .gitignore changed inside the marked block"],
    ],
    ["no ignore lines", edit(".gitignore", () => "dist\n"), ["missing .gitignore 11 lines"]],
    [
      "a reviewer's file of the user's",
      edit(".tool/REVIEW.md", () => "# Mine\n"),
      ["kept .tool/REVIEW.md yours since Nov 12; update leaves it"],
    ],
    [
      "a reviewer's file of another version",
      after(
        oldHash(".tool/REVIEW.md", "old"),
        edit(".tool/REVIEW.md", () => "old"),
      ),
      ["stale .tool/REVIEW.md 0.9.2 writes another"],
    ],
    ["no progress", edit(".tool/progress.md", () => null), ["missing .tool/progress.md"]],
    ["a backlog that can't be read", edit(".tool/backlog.json", () => "{"), []],
    ["line breaks of another system", edit("AGENTS.md", (text) => text.replaceAll("\n", "\r\n")), []],
  ])("%s", (_, change, expected) => {
    const texts = change(installed({ "AGENTS.md": "# Ours\n" }));
    const proposal = update(texts);
    expect(found(proposal)).toEqual(expected);
    const mended = updated(texts, proposal);
    expect(update(mended).steps).toEqual([]);
    expect(found(update(mended)).every((line) => line.startsWith("kept "))).toBe(true);
  });
});

it("after a clone nobody knows since when a reviewer's file is the user's", () => {
  const texts = { ...installed(), ".tool/REVIEW.md": "# Mine\n" };
  const modifiedMs = {
    ".tool/REVIEW.md": NOV_12,
    ".tool/TOOL.md": NOV_12 - 40,
    ".tool/backlog.schema.json": NOV_12 + 900,
  };
  expect(found(update(texts, { facts: { modifiedMs } }))).toEqual([
    "kept .tool/REVIEW.md yours; update leaves it",
  ]);
});

describe("what update never touches", () => {
  it("backlog and progress, whatever they hold, and a reviewer's file of the user's", () => {
    const mine = { ".tool/backlog.json": "{", ".tool/progress.md": "", ".tool/REVIEW.md": "mine" };
    const proposal = update({ ...installed(), ...mine, "AGENTS.md": null }, { version: "1.0.0" });
    expect(pathsOf(proposal)).toEqual(["AGENTS.md", ".tool.json"]);
  });

  it("a second name of the same file", () => {
    const { "CLAUDE.md": block, ...texts } = installed();
    const links = { "CLAUDE.md": "AGENTS.md" };
    const stored = JSON.parse(texts[".tool.json"] ?? "") as Marker;
    const hashes = Object.entries(stored.artifactHashes).filter(([path]) => path !== "CLAUDE.md");
    const marker = JSON.stringify({ ...stored, artifactHashes: Object.fromEntries(hashes) });
    const proposal = update(
      { ...texts, ".tool.json": marker, "CLAUDE.md": block ?? "" },
      { facts: { links } },
    );
    expect(proposal.steps).toEqual([]);
  });
});

describe("the marker", () => {
  it("follows the version, and nothing of the user's in it changes", () => {
    const texts = installed();
    const stored = { ...(JSON.parse(texts[".tool.json"] ?? "") as Marker), extra: [1] };
    const stale = { ...stored, artifactHashes: { ...stored.artifactHashes, "gone.md": "x" } };
    const proposal = update(
      { ...texts, ".tool.json": JSON.stringify(stale) },
      { marker: stale, version: "1.0.0" },
    );
    expect(found(proposal)).toEqual([]);
    expect(proposal.check.stale).toBe(true);
    expect(pathsOf(proposal)).toEqual([".tool.json"]);
    const [step] = proposal.steps;
    const written: unknown = JSON.parse(step?.kind === "write" ? step.text : "");
    expect(written).toEqual({ ...stored, installedBy: "1.0.0" });
  });

  it("gets the present runtime", () => {
    const texts = installed();
    const { options, ...marker } = JSON.parse(texts[".tool.json"] ?? "") as Marker;
    const shell = { ...marker, options: { ...options, runtime: "shell" as const } };
    const proposal = update({ ...texts, ".tool.json": JSON.stringify(shell) }, { marker: shell });
    expect(found(proposal)).toEqual(["stale .tool.json runtime is shell"]);
  });

  it("of a later kind is refused", () => {
    expect(() => update(installed(), { marker: { version: "2" } })).toThrow(
      expect.objectContaining({ code: "CONFLICT" }),
    );
  });

  it.each([
    ["0.9.2", "1.0.0", 0],
    ["1.10.0", "1.9.3", 1],
    ["1.0.0", "1.0.0", 0],
    ["1.0", "1.0.0", 0],
    ["next", "1.0.0", 0],
  ])("written by %s, now %s: %i warnings", (installedBy, version, count) => {
    expect(update(installed(), { marker: { installedBy }, version }).report.warnings).toHaveLength(count);
  });

  it("is written last", () => {
    const texts = { ...installed(), "AGENTS.md": null, ".gitignore": null };
    expect(pathsOf(update(texts, { version: "1.0.0" })).at(-1)).toBe(".tool.json");
  });
});

it("a state directory that was deleted comes back, the backlog from its copy where there is one", () => {
  const kept = ["AGENTS.md", "CLAUDE.md", ".gitignore", ".tool.json"];
  const texts = Object.fromEntries(Object.entries(installed()).filter(([path]) => kept.includes(path)));
  expect(pathsOf(update(texts))).toEqual([
    ".tool/backlog.json",
    ".tool/TOOL.md",
    ".tool/REVIEW.md",
    ".tool/progress.md",
    ".tool/backlog.schema.json",
  ]);
  const copy = JSON.stringify({ project: "ledger-api", description: "", items: [{ id: "001" }] });
  expect(updated(texts, update(texts, { facts: { backlogCopy: copy } }))[".tool/backlog.json"]).toBe(copy);
});

it("a backlog that is missing but committed is left to git, whether or not there is a copy", () => {
  const texts = { ...installed(), ".tool/backlog.json": null, ".tool/TOOL.md": null };
  const backlogAtHead = JSON.stringify({ project: "Ledger", description: "", items: [{ id: "001" }] });
  for (const backlogCopy of [null, backlogAtHead]) {
    const proposal = update(texts, { backlogAtHead, facts: { backlogCopy } });
    expect(pathsOf(proposal)).toEqual([".tool/TOOL.md", ".tool/REVIEW.md", ".tool.json"]);
    expect(found(proposal)[0]).toBe("missing .tool/backlog.json the last commit has it; update leaves it");
    expect(proposal.report.actions).toContainEqual({
      file: ".tool/backlog.json",
      action: "skipped",
      detail: "missing, the last commit has it",
    });
    const after = updated(texts, proposal);
    expect(after[".tool/TOOL.md"]).toContain("Ledger");
    expect(update(after, { backlogAtHead })).toMatchObject({ steps: [], check: { stale: true } });
  }
});

it("a progress.md that is missing but committed comes back with what was learned", () => {
  const texts = { ...installed(), ".tool/progress.md": null };
  const proposal = update(texts, { progressAtHead: "- learned" });
  expect(updated(texts, proposal)[".tool/progress.md"]).toBe("- learned");
  expect(proposal.report.actions).toContainEqual({
    file: ".tool/progress.md",
    action: "created",
    detail: "from the last commit",
  });
});

it("a changed profile goes into every text that names its commands", () => {
  const texts = installed();
  const changed = { ...profile, commands: { ...profile.commands, test: null }, verify: "make check" };
  const after = updated(texts, update(texts, { marker: { profile: changed } }));
  for (const path of [".tool/TOOL.md", ".tool/REVIEW.md", "AGENTS.md", "CLAUDE.md"]) {
    expect(after[path]).toContain("make check");
    expect(after[path]).not.toContain("go test");
  }
});

it("damaged markers are refused, naming the file", () => {
  const texts = { ...installed(), "AGENTS.md": "<!-- tool:begin -->\n" };
  expect(() => update(texts)).toThrow(expect.objectContaining({ details: { file: "AGENTS.md" } }));
});

it("the check shows each change as a diff, and none where nothing changes", () => {
  const { check } = update({ ...installed({ "AGENTS.md": "# Ours\n" }), "AGENTS.md": "# Ours\n" });
  const diffs = Object.fromEntries(check.files.map(({ file, diff }) => [file, diff]));
  expect(diffs["AGENTS.md"]).toMatch(
    /^--- a\/AGENTS\.md\n\+\+\+ b\/AGENTS\.md\n@@ -1 \+1,\d+ @@\n # Ours\n\+\n\+<!--/,
  );
  expect(diffs["CLAUDE.md"]).toBeNull();
});
