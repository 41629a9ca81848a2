import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "#cli/run-cli";
import { templateNames } from "#core/install/artifact-paths";
import { memoryHost, type MemoryHostFacts } from "../../../../test/fakes/memory-host.ts";
import { createMemoryWorld, type MemoryWorld } from "../../../../test/fakes/memory-ports.ts";

const templates = join(import.meta.dirname, "../../../../templates");
const project = "/home/ada/code/ledger-api";

const world = (files: Readonly<Record<string, string>>): MemoryWorld => {
  const made = createMemoryWorld({ topLevel: project });
  made.git.checkout("main");
  made.files.plant(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`${project}/${name}`, text])),
  );
  for (const name of templateNames) made.templates.set(name, readFileSync(join(templates, name), "utf8"));
  return made;
};

const run = async (made: MemoryWorld, argv: readonly string[], facts: MemoryHostFacts = {}) => {
  const host = memoryHost({ ports: made.runner(), stdinTerminal: false, env: { NO_COLOR: "1" }, ...facts });
  const code = await runCli(argv, host);
  return { code, out: host.out(), err: host.err() };
};

/** Tells nothing of a stack. */
const bare = { "notes.md": "mine\n" };
const scripts = { test: "vitest", typecheck: "tsc", lint: "oxlint", build: "vite build" };
const manifest = JSON.stringify({ packageManager: "pnpm@9.1.0", scripts });

describe("tool install --yes", () => {
  it("says what it did, and what to type next", async () => {
    const made = world({
      "package.json": manifest,
      "tsconfig.json": "{}",
      "AGENTS.md": "# Mine\n",
      ".gitignore": "dist\n",
    });
    const { code, out, err } = await run(made, ["install", "--yes"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out.replace(/\d+ lines/, "N lines").split("\n")).toEqual([
      "✓ Installed in ledger-api  node-typescript, pnpm",
      "",
      "  created   .tool.json",
      "  created   .tool/backlog.json        no items yet",
      "  rendered  .tool/TOOL.md             what the agent is told",
      "  rendered  .tool/REVIEW.md           what a reviewer is told",
      "  created   .tool/progress.md",
      "  created   .tool/backlog.schema.json",
      "  merged    AGENTS.md                 a marked block",
      "  created   CLAUDE.md                 a marked block",
      "  merged    .gitignore                N lines",
      "",
      "  verify    pnpm test && pnpm typecheck && pnpm lint && pnpm build",
      "",
      '→ git add -A && git commit -m "Set up tool"',
      '  tool backlog add --type feature --title "<what to build>"',
      "  tool loop run --create-branch night",
      "",
    ]);
  });

  it("--json prints the report and nothing else", async () => {
    const { code, out, err } = await run(world({ "go.mod": "module x\n" }), ["install", "--yes", "--json"]);
    expect([code, err]).toEqual([0, ""]);
    const report: unknown = JSON.parse(out);
    expect(report).toMatchObject({
      projectName: "ledger-api",
      projectPath: project,
      profile: { stack: "go" },
      warnings: [],
    });
  });

  it("takes commands instead of the detected ones; an empty one is switched off", async () => {
    const made = world({ "package.json": manifest });
    const line = [
      "install",
      "--yes",
      "--test-cmd",
      "make test",
      "--build-cmd",
      "",
      "--format-cmd",
      "fmt --check",
    ];
    await run(made, line);
    const marker: unknown = JSON.parse(made.files.textOf(`${project}/.tool.json`) ?? "");
    expect(marker).toMatchObject({
      profile: {
        commands: {
          test: "make test",
          typecheck: "pnpm typecheck",
          lint: "pnpm lint",
          build: null,
          format: "fmt --check",
        },
        verify: "make test && pnpm typecheck && pnpm lint && fmt --check",
      },
    });
  });

  it("stores the options that were chosen, and no others", async () => {
    const options = async (...more: string[]): Promise<unknown> => {
      const made = world(bare);
      await run(made, ["install", "--yes", ...more]);
      return (JSON.parse(made.files.textOf(`${project}/.tool.json`) ?? "") as { options: unknown }).options;
    };
    expect(await options()).toEqual({ runtime: "global" });
    expect(await options("--gitignore-scripts")).toEqual({ runtime: "global", gitignoreScripts: true });
  });

  it("warns where no command was found", async () => {
    const { code, out, err } = await run(world(bare), ["install", "--yes"]);
    expect(code).toBe(0);
    expect(out).toContain("  verify    none found\n");
    expect(err).toMatch(/^warning: No verification commands were found/);
  });

  it("offers its commands for the folder that it was given", async () => {
    const { out } = await run(world(bare), ["install", "ledger-api", "--yes"], { cwd: "/home/ada/code" });
    expect(out).toContain('→ cd ledger-api && git add -A && git commit -m "Set up tool"\n');
    expect(out).toContain("  tool loop run ledger-api --create-branch night\n");
  });

  it("a folder that isn't there is refused", async () => {
    const { code, out, err } = await run(world(bare), ["install", "../legder-api", "--yes"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("error[TARGET_NOT_FOUND]: There is no folder /home/ada/code/legder-api.");
  });
});

describe("preflight", () => {
  const broken = { "package.json": '{\n  "name": "x",,\n}\n' };

  it("stops at an error, with all it found", async () => {
    const made = world(broken);
    const { code, out, err } = await run(made, ["install"]);
    expect([code, err]).toEqual([2, ""]);
    expect(out.split("\n")).toEqual([
      "Preflight  ledger-api",
      "",
      "✓ git           branch main, no commits yet",
      "! work tree     1 uncommitted file; commit it first to tell yours from ours",
      "! agent         claude-cli is not installed; no other is",
      "✗ package.json  not valid JSON: line 2, column 15",
      "",
      "1 error, 2 warnings. Nothing was written.",
      "",
      "→ tool install   again, once package.json is mended",
      "",
    ]);
    expect(made.files.textOf(`${project}/.tool.json`)).toBeNull();
  });

  it("is an error in the envelope with --json, and one sentence with --quiet", async () => {
    const asData = await run(world(broken), ["install", "--json"]);
    expect([asData.code, asData.out]).toEqual([2, ""]);
    expect(JSON.parse(asData.err)).toMatchObject({ error: { code: "CONFLICT" } });
    const quiet = await run(world(broken), ["install", "-q"]);
    expect([quiet.code, quiet.out]).toEqual([2, ""]);
    expect(quiet.err).toMatch(/^error\[CONFLICT\]: package\.json is not valid JSON/);
  });

  it("is left out with --yes", async () => {
    const { code, err } = await run(world(broken), ["install", "--yes"]);
    expect(code).toBe(0);
    expect(err).toContain("warning: package.json is not valid JSON: line 2, column 15");
  });

  it("goes ahead over mere warnings where nobody can be asked", async () => {
    const { code, out } = await run(world(bare), ["install"]);
    expect(code).toBe(0);
    expect(out).toContain("✓ Installed in ledger-api");
  });
});
