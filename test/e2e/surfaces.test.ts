import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { scratch, tool, type Repo, type ToolResult } from "./harness.ts";
import { agentLog, preparedProject } from "./prepared-project.ts";

/** What scripts read keeps to the schemas in test/golden, field by field, and so do the errors. */

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const schemaOf = (name: string): ReturnType<typeof ajv.compile> =>
  ajv.compile(
    JSON.parse(readFileSync(join(import.meta.dirname, `../golden/${name}.json`), "utf8")) as object,
  );

const check = (name: string, value: unknown): void => {
  const validate = schemaOf(name);
  const isValid = validate(value) === true;
  expect(isValid ? [] : validate.errors, JSON.stringify(value, null, 2).slice(0, 2000)).toEqual([]);
};
const ask = (repo: Repo, words: string): Promise<ToolResult> =>
  tool([...words.split(" ").filter(Boolean), "--json"], {
    cwd: repo.path,
    env: { AGENT_LOG: agentLog(repo) },
  });

/** File by line; lines of one list run one after the other in the same project. */
const LINES: readonly (readonly (readonly [string, string])[])[] = [
  [
    ["overview", ""],
    ["status", "status ."],
    ["status-all", "status --all"],
    ["log", "log"],
    ["progress", "progress"],
    ["doctor", "doctor"],
    ["agents", "agents"],
    ["version", "version"],
    ["help", "help"],
    ["help-command", "help loop run"],
    ["completion", "completion bash"],
  ],
  [
    ["backlog-list", "backlog list"],
    ["backlog-show", "backlog show 004"],
    ["backlog-validate", "backlog validate --specs-dir docs"],
    ["backlog-add", "backlog add --title New --type bug --depends-on 001"],
    ["backlog-edit", "backlog edit 006 --priority 3"],
    ["backlog-delete", "backlog delete 009 --yes"],
    ["backlog-restore", "backlog restore --yes"],
    ["backlog-unblock", "backlog unblock 004"],
    ["backlog-sweep", "backlog sweep --yes"],
    ["backlog-archive-list", "backlog archive list"],
    ["backlog-archive-view", "backlog archive view 2026-10"],
    ["backlog-archive-purge", "backlog archive purge --month 2026-10 --yes"],
    ["backlog-reset", "backlog reset --clear --yes"],
  ],
  [
    ["profile-show", "profile show"],
    ["profile-detect", "profile detect"],
    ["profile-set", "profile set test true"],
    ["config-list", "config list"],
    ["config-set", "config set theme dark"],
    ["projects-list", "projects list"],
    ["projects-status", "projects status"],
    ["server-status", "server status"],
    ["server-logs", "server logs"],
    ["update-check", "update --check"],
    ["update", "update"],
    ["uninstall", "uninstall --yes"],
    ["install", "install --yes"],
    ["init", "init sprout --yes"],
  ],
  [
    ["loop-run", "loop run --iterations 1"],
    ["reset", "reset"],
  ],
];

describe("--json", () => {
  it.concurrent.each(LINES.map((lines) => [lines.map(([name]) => name).join(", "), lines] as const))(
    "%s",
    async (_, lines) => {
      const repo = await preparedProject();
      for (const [name, words] of lines) {
        const { stdout, stderr } = await ask(repo, words);
        expect(stdout, `${words}: ${stderr}`).not.toBe("");
        check(name, JSON.parse(stdout));
      }
    },
  );

  it("a run, event by event, and its log afterwards", async () => {
    const repo = await preparedProject();
    const env = { AGENT_LOG: agentLog(repo) };
    const { stdout } = await tool(["loop", "run", "--ndjson", "--review"], { cwd: repo.path, env });
    const lines = stdout.trimEnd().split("\n");
    for (const line of lines) check("loop-run-ndjson", JSON.parse(line));
    check("loop-run", JSON.parse(lines.at(-1) ?? ""));
    const followed = (await ask(repo, "follow .")).stdout.trimEnd().split("\n");
    expect(followed.length).toBeGreaterThan(10);
    for (const line of followed) check("follow", JSON.parse(line));
  });
});

describe("errors are one envelope on stderr, and nothing stands on stdout", () => {
  it.each([
    ["stauts", "USAGE"],
    ["backlog add", "USAGE"],
    ["backlog list --status wrong", "VALIDATION_ERROR"],
    ["backlog show 999", "NOT_FOUND"],
    ["backlog edit 006 --status done", "TRANSITION_INVALID"],
    ["backlog delete 006", "USAGE"],
    ["status nowhere", "TARGET_NOT_FOUND"],
    ["install", "ALREADY_INSTALLED"],
    ["loop run --agent codex --no-model", "CONFLICT"],
    ["loop stop", "CONFLICT"],
    ["backlog list --backlog ../..", "PATH_VIOLATION"],
    ["completion tcsh", "USAGE"],
    ["status --interval 3", "USAGE"],
  ])("%s", async (words, code) => {
    const { code: exit, stdout, stderr } = await ask(await preparedProject(), words);
    expect(stdout).toBe("");
    expect(exit).toBe(2);
    const error: unknown = JSON.parse(stderr);
    check("error", error);
    expect(error).toMatchObject({ error: { code } });
  });

  it("outside of a project, too", async () => {
    const { code, stdout, stderr } = await tool(["status", "--json"], { cwd: scratch("bare") });
    expect([code, stdout]).toEqual([2, ""]);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: "TARGET_MISSING" } });
  });
});
