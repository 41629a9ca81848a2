import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, it } from "vitest";
import { COMMANDS } from "#cli/commands/table";
import { environment, mainFile, scratch } from "./harness.ts";
import { agentLog, preparedProject } from "./prepared-project.ts";

/** The examples that pass something on to another program, in a real shell. */

const piped = COMMANDS.flatMap(({ examples }) => examples).filter((one) => / \| jq|^source /.test(one));
const endless = /server status/;
const hasJq = spawnSync("jq", ["--version"]).status === 0;

it.runIf(hasJq).concurrent.each(piped.filter((one) => !endless.test(one)))("%s", async (example) => {
  const repo = await preparedProject();
  const bin = scratch("bin");
  writeFileSync(join(bin, "tool"), `#!/bin/sh\nexec "${process.execPath}" "${mainFile}" "$@"\n`);
  chmodSync(join(bin, "tool"), 0o755);
  const env = {
    ...environment(),
    PATH: `${bin}${delimiter}${process.env["PATH"]}`,
    AGENT_LOG: agentLog(repo),
  };
  // What is followed has to have been.
  if (example.includes("follow")) spawnSync("tool", ["loop", "run", "--json"], { cwd: repo.path, env });
  const { status, stderr } = spawnSync("bash", ["-c", example.replace("~/code", "..")], {
    cwd: repo.path,
    env,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
