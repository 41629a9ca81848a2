import { ToolError } from "#contracts/error";
import { describe, expect, test } from "vitest";
import { LEDGER, LEDGER_ITEMS, ledgerWorld, type LedgerWorld } from "../../../../test/fakes/ledger-api.ts";
import { runTool as tool } from "../../../../test/fakes/run-tool.ts";

const LOCK = { pid: 48213, startedAt: "2026-11-20T22:04:11Z", processStartTime: "t1", token: "dead-run" };

/** Everything is in order but what the test makes wrong. */
const world = (files: Readonly<Record<string, string>> = {}): LedgerWorld => {
  const made = ledgerWorld(LEDGER_ITEMS.slice(0, 3), {
    "package.json": '{"scripts":{"test":"x","typecheck":"x","lint":"x","build":"x"}}',
    ...files,
  });
  for (const binary of ["claude", "codex", "pnpm"])
    made.processes.agents.set(binary, { exitCode: 0 } as never);
  return made;
};
const checks = async (one: LedgerWorld): Promise<Record<string, string>> => {
  const { out } = await tool(one, ["doctor", "--json"]);
  const report = JSON.parse(out) as { checks: { check: string; result: string; message: string }[] };
  return Object.fromEntries(
    report.checks.map(({ check, result, message }) => [check, `${result}: ${message}`]),
  );
};

describe("the page", () => {
  test("of a project with a stale lock and a process that was left", async () => {
    const one = world({ ".tool/.loop.lock": JSON.stringify(LOCK) });
    one.processes.plant(48412, "t2", "dead-run");
    const { code, out } = await tool(one, ["doctor"]);
    expect(code).toBe(1);
    const lines = out
      .split("\n")
      .filter((line) => !line.includes("artifacts") && !line.includes("tool update"));
    expect(lines.join("\n")).toBe(`ledger-api  tool 1.0.0 · node 20.19.2 · Linux

✓ git        2.39.5, branch work, identity set
✓ agents     claude-cli, codex
✓ commands   test, typecheck, lint and build are there
✓ backlog    valid, 3 items
! lock       stale: process 48213 is gone
             → tool reset
✗ leftovers  1 process of an ended session: node 48412
             → kill 48412
✓ stash      none of ours

claude-cli runs with its permission prompts off: what you may do on this
machine, a session may do, too.

1 problem, 2 warnings
`);
  });

  test("from another folder its remedies go there, too", async () => {
    const one = world({ ".tool/.loop.lock": JSON.stringify(LOCK) });
    const { out } = await tool(one, ["doctor", "code/ledger-api"], { cwd: "/home/user" });
    expect(out).toContain("→ tool reset code/ledger-api\n");
  });

  test("nothing is written, nothing ended", async () => {
    const one = world({
      ".tool/.loop.lock": JSON.stringify(LOCK),
      ".tool/backlog.json.lock": JSON.stringify(LOCK),
    });
    one.processes.plant(48412, "t2", "dead-run");
    const before = one.files.tree("/");
    await tool(one, ["doctor"]);
    expect(one.files.tree("/")).toEqual(before);
    expect(one.processes.alive).toContain(48412);
  });
});

describe("findings", () => {
  test("a folder that is not set up is looked over as far as it goes", async () => {
    const one = world();
    one.files.plant({ "/home/user/code/notes/readme.md": "" });
    const { code, out } = await tool(one, ["doctor"], { cwd: "/home/user/code/notes" });
    expect(code).toBe(1);
    expect(out).toContain("✗ git        2.39.5, but this folder is no git repository\n");
    expect(out).toContain("✗ project    not set up: there is no .tool.json\n             → tool install\n");
  });

  test("a broken file is one finding, and the others stand", async () => {
    const found = await checks(world({ ".tool/backlog.json": "{", ".tool/.loop.lock": "{" }));
    expect(found["backlog"]).toMatch(/^error: .*backlog\.json is not valid JSON/);
    expect(found["lock"]).toBe("warning: stale: it can't be read");
    expect(found["git"]).toMatch(/^ok/);
  });

  test("a broken marker", async () => {
    const found = await checks(world({ ".tool.json": "{" }));
    expect(found["project"]).toMatch(/^error: \.tool\.json is not valid JSON/);
    expect(found["git"]).toMatch(/^ok/);
    // It would have said which agent is meant.
    expect(found).not.toHaveProperty("agents");
    expect((await tool(world({ ".tool.json": "{" }), ["doctor"])).out).not.toContain("permission prompts");
  });

  test("the agent of the project is not installed", async () => {
    const one = world();
    one.processes.agents.delete("claude");
    const message = "error: claude-cli can't be started: claude is not on PATH; installed: codex";
    expect((await checks(one))["agents"]).toBe(message);
  });

  const PENDING = {
    ".tool/backlog.json": JSON.stringify({ project: "p", description: "", items: LEDGER_ITEMS.slice(5, 6) }),
  };
  const own = (providerConfig: object): Record<string, string> => {
    const marker = JSON.parse(world().files.textOf(`${LEDGER}/.tool.json`) ?? "") as { options: object };
    const options = { ...marker.options, provider: "generic-cli", providerConfig };
    return { ".tool.json": JSON.stringify({ ...marker, options }), ...PENDING };
  };

  test.each([
    [{ binary: "codex", args: "--x" }, "options.providerConfig.args must be a list of texts, in .tool.json"],
    [
      { binary: "codex", promptDelivery: "foo" },
      "options.providerConfig.promptDelivery must be one of stdin, arg, file, in .tool.json",
    ],
    [
      { binary: "codex", outputFormat: "json" },
      "options.providerConfig.outputFormat must be one of text, claude-stream-json, codex-jsonl, in .tool.json",
    ],
    [
      { binary: "codex", env: { A: 1 } },
      "options.providerConfig.env must be an object of names and texts, in .tool.json",
    ],
    [{ binary: "" }, "options.providerConfig.binary must be a text that isn't empty, in .tool.json"],
    [{}, "no binary is set for it"],
    [{ binary: "nope" }, "nope is not on PATH"],
    [{ binary: "./nope" }, "./nope is not there"],
    [{ binary: "./package.json" }, "./package.json may not be executed"],
    [{ binary: LEDGER }, `${LEDGER} is a folder, not a program`],
  ])("settings of the agent that a run would refuse: %j", async (config, why) => {
    const one = world(own(config));
    const expected = `error: generic-cli can't be started: ${why}; installed: claude-cli, codex`;
    expect((await checks(one))["agents"]).toBe(expected);
    const run = await tool(one, ["loop", "run"], { terminal: false });
    expect(run.code).toBe(2);
    expect(run.err).toContain(
      why.replace(/, in .*/, "").replace("no binary is set for it", "binary must name"),
    );
  });

  test.each([
    ["git can't be started.", "git is not on PATH.", null, "git is not on PATH", "tool doctor"],
    [
      "git can't open the repository of /x.",
      "fatal: detected dubious ownership in repository at '/x'\nTo add an exception for this directory, call:\n\n\tgit config --global --add safe.directory /x",
      "2.39.5",
      "dubious ownership",
      "git config --global --add safe.directory /x",
    ],
  ])("%s: said once, with what mends it", async (message, reason, version, words, remedy) => {
    const one = world();
    one.git.version = async () => version;
    one.git.repository = async () => {
      throw new ToolError("CONFLICT", message, { reason });
    };
    const { code, out } = await tool(one, ["doctor"], { terminal: false });
    expect(code).toBe(1);
    expect(out.split(words)).toHaveLength(2);
    expect(out).toContain(`→ ${remedy}`);
    expect(out).toContain("1 problem");
  });

  test("what runs write for themselves is tracked: the remedy names it", async () => {
    const one = world({ ".tool/state.json": "{}", ".tool/archive/20261120-223531-events.ndjson": "" });
    const repository = await one.git.repository(LEDGER);
    if (repository !== null) await one.git.commitAll(repository, "All");
    const { out } = await tool(one, ["doctor"], { terminal: false });
    expect(out)
      .toContain(`! git        2.39.5, branch work, identity set; it tracks what runs write for themselves: .tool/archive/20261120-223531-events.ndjson, .tool/state.json
             → git rm -r -q --cached .tool/archive/20261120-223531-events.ndjson .tool/state.json
`);
  });

  test.each([
    ["EACCES", 0o555, "permission denied", "→ chmod -R u+w .git"],
    ["EACCES", 0o755, "permission denied", "→ ls -ld .git"],
    ["EROFS", 0o755, "the file system is read-only", ""],
  ])("a lock that can't be taken: %s, %i", async (errno, mode, words, remedy) => {
    const one = world({ ".git/HEAD": "" });
    one.files.hook = ({ op, path }) => {
      if (op !== "write" || !path.includes("/.git/")) return;
      throw new ToolError("IO_ERROR", `${path} can't be written: ${words}.`, { details: { path, errno } });
    };
    const { files } = one;
    const stat = files.stat.bind(files);
    files.stat = async (path) => {
      const found = await stat(path);
      return found === null || !path.endsWith("/.git") ? found : { ...found, mode };
    };
    const { code, out } = await tool(one, ["doctor"]);
    expect(code).toBe(1);
    expect(out).toContain(`✗ lock       .git/tool-loop.lock can't be written: ${words}\n`);
    expect(out).toContain(remedy);
    const run = await tool(one, ["loop", "run"], { terminal: false });
    expect(run).toMatchObject({ code: 1, out: "" });
    expect(run.err).toContain(`error[IO_ERROR]: .git/tool-loop.lock can't be written: ${words}.`);
    expect(run.err).toContain(remedy);
  });

  test.each([
    ["pnpm is gone", {}, "pnpm", /^error: test: pnpm is not on PATH; typecheck: /],
    [
      "a script is gone",
      { "package.json": '{"scripts":{}}' },
      "",
      /^error: test: package\.json has no script "test"/,
    ],
  ] as const)("commands: %s", async (_, files, gone, expected) => {
    const one = world(files);
    one.processes.agents.delete(gone);
    expect((await checks(one))["commands"]).toMatch(expected);
  });

  test("a branch that the loop doesn't commit to, and a detached HEAD", async () => {
    const one = world();
    one.git.checkout("main");
    expect((await checks(one))["git"]).toBe(
      "warning: 2.39.5, branch main, identity set; the loop wants a branch of its own",
    );
  });

  test("a merge under way", async () => {
    const one = world();
    one.git.operation = "merge";
    expect((await checks(one))["git"]).toBe("error: 2.39.5, a merge is under way");
  });

  test("index.lock: removed when it is a dead run's, named when another git is at work", async () => {
    const state = { ".tool/state.json": '{"status":"running"}' };
    const one = world({ ...state, ".git/index.lock": "" });
    expect((await checks(one))["git"]).toMatch(
      /^warning: .*; the index\.lock of a git that died was removed$/,
    );
    expect(one.files.textOf(`${LEDGER}/.git/index.lock`)).toBeNull();

    const two = world({ ".git/index.lock": "" });
    expect((await checks(two))["git"]).toMatch(/^error: Another git is at work in this repository\./);
    expect(two.files.textOf(`${LEDGER}/.git/index.lock`)).toBe("");
  });

  test("under a live loop nothing is stale, left or removed", async () => {
    const one = world({ ".tool/.loop.lock": JSON.stringify(LOCK), ".git/index.lock": "" });
    one.processes.plant(48213, "t1");
    one.processes.plant(48412, "t2", "dead-run");
    const found = await checks(one);
    expect(found["lock"]).toBe("ok: held by process 48213, the loop that runs now");
    expect(found["leftovers"]).toBe("ok: none");
    expect(one.files.textOf(`${LEDGER}/.git/index.lock`)).toBe("");
  });

  test("a lock of one file whose owner is gone, and none of somebody else's", async () => {
    const own = { "yarn.lock": "", ".cache.json.lock": "", "2026-11.lock": "" };
    const locks = { ".tool/backlog.json.lock": JSON.stringify(LOCK), ...own };
    const found = await checks(world(locks));
    expect(found["lock"]).toBe("warning: stale: .tool/backlog.json.lock; the next write takes it over");
  });
});
