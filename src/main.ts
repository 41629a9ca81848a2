#!/usr/bin/env node
import { answerVersion } from "#cli/answer-version";

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
  const { runHere } = await import("#compose");
  process.exitCode = await runHere(argv, __VERSION__);
}
