#!/usr/bin/env node
import { answerVersion } from "#cli/answer-version";
import { useCodeCache } from "#code-cache";

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
  const { runHere } = await import("#compose");
  process.exitCode = await runHere(argv, __VERSION__);
}
