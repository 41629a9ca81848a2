#!/usr/bin/env node
import { answerVersion } from "#cli/answer-version";
import { startsLoop } from "#cli/starts-loop";
import { useCodeCache } from "#code-cache";
import type { GitStarter } from "#platform/git/git-starter";

/** For the script that runs after an installation alone. */
const UPDATE = "TOOL_CODE_CACHE";

declare const __VERSION__: string;

// The version is answered before anything else is loaded.
const argv = process.argv.slice(2);
const version = answerVersion(argv, __VERSION__);
if (version === null) void runRest();
else {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") process.exitCode = 1;
  });
  process.stdout.write(version);
}

async function runRest(): Promise<void> {
  useCodeCache(import.meta.dirname, process.env[UPDATE] === "update");
  const early = startsLoop(argv) ? await earlyGit() : null;
  const { runHere } = await import("#compose");
  process.exitCode = await runHere(argv, __VERSION__, early);
}

/** Null where there is no folder any more, for one: the command says so. */
async function earlyGit(): Promise<GitStarter | null> {
  try {
    const { openEarlyGit } = await import("#platform/git/early-git");
    return await openEarlyGit(process.env, process.cwd());
  } catch {
    return null;
  }
}
