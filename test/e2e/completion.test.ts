import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { environment, mainFile, scratch, type Repo } from "./harness.ts";
import { preparedProject } from "./prepared-project.ts";

/** The scripts, loaded by the shells themselves; a shell that isn't here is passed over. */

let repo: Repo;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  repo = await preparedProject();
  const bin = scratch("bin");
  const file = join(bin, "tool");
  writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${mainFile}" "$@"\n`);
  chmodSync(file, 0o755);
  env = { ...environment(), PATH: `${bin}${delimiter}${process.env["PATH"]}` };
});

const has = (shell: string): boolean => spawnSync(shell, ["-c", "true"]).status === 0;
const answer = (shell: string, args: readonly string[], script: string): string[] =>
  execFileSync(shell, [...args, "-c", script], { cwd: repo.path, env, encoding: "utf8" })
    .split("\n")
    .filter((line) => line !== "");

const BASH = (words: string): string => `
source <(tool completion bash)
COMP_WORDS=(${words}); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
_tool_complete
printf '%s\\n' "\${COMPREPLY[@]}"`;

describe("bash", () => {
  it.each([
    ["tool back", ["backlog"]],
    ["tool backlog sh", ["show"]],
    ["tool backlog archive ''", ["list", "view", "purge"]],
    ["tool backlog show 00", ["001", "002", "004", "005", "006", "007", "009"]],
    ["tool backlog show . 007", ["007"]],
    ["tool backlog add --depends-on 001,00", ["001,001", "001,002", "001,004"]],
    ["tool backlog archive view 2026", ["2026-10"]],
    ["tool backlog archive purge --month ''", ["2026-10"]],
    ["tool loop run --agent c", ["claude-cli", "codex", "copilot", "cursor"]],
    ["tool loop run --agent = co", ["codex", "copilot"]],
    ["tool resume --answer 00", ["001", "002"]],
    ["tool backlog list --status b", ["blocked"]],
    ["tool loop run --pau", ["--pause-on-needs-human"]],
    ["tool loop run --br", ["--breaker"]],
    ["tool loop run --en", ["--env"]],
    ["tool resume --no-s", ["--no-sleep-on-limit"]],
    ["tool backlog list --backlog oth", ["other"]],
    ["tool status do", ["docs"]],
    ["tool help loop r", ["run", "review"]],
    ["tool completion z", ["zsh"]],
    ["tool config set them", ["theme"]],
    ["tool config set theme ''", ["light", "dark", "system"]],
    ["tool config set port ''", []],
    ["tool profile set mono", ["monorepo"]],
    ["tool profile set . packageManager n", ["npm", "none"]],
    ["tool profile set lint ''", []],
    ["tool nonsense ''", []],
  ])("%s", (words, expected) => {
    const found = answer("bash", ["--norc", "--noprofile"], BASH(words));
    expect(found.slice(0, Math.max(expected.length, 1))).toEqual(expected);
  });
});

it.runIf(has("fish"))("fish", () => {
  const fish = (line: string): string[] =>
    answer("fish", ["--no-config"], `tool completion fish | source; complete -C '${line}'`);
  expect(fish("tool backlog show 00").slice(0, 2)).toEqual(["001\tItem 001", "002\tItem 002"]);
  expect(fish("tool loop run --agent=co")).toEqual(["--agent=codex", "--agent=copilot"]);
  expect(fish("tool status do")).toEqual([expect.stringMatching(/^docs\//)]);
});

it.runIf(has("zsh"))("zsh", () => {
  const script = `
    autoload -Uz compinit; compinit -u -D
    _files() { :; }
    _describe() { print -rl -- "\${(@P)argv[-1]}" }
    source <(tool completion zsh)
    words=(tool backlog show 00); CURRENT=4; _tool`;
  expect(answer("zsh", ["-f"], script).slice(0, 2)).toEqual(["001:Item 001", "002:Item 002"]);
});
