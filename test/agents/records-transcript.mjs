#!/usr/bin/env node
// Runs a program (arguments: folder, program, its arguments) and keeps what went in and came out of it, by number of session.
import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder, program, ...args] = process.argv.slice(2);
const session = join(folder, String(readdirSync(folder).length));
mkdirSync(session);

const child = spawn(program, args, { stdio: "pipe" });
const pass = (from, to, file) => {
  to.on("error", () => undefined);
  from.on("data", (chunk) => {
    appendFileSync(join(session, file), chunk);
    to.write(chunk);
  });
};
pass(process.stdin, child.stdin, "stdin");
process.stdin.once("end", () => child.stdin.end());
pass(child.stdout, process.stdout, "stdout");
pass(child.stderr, process.stderr, "stderr");

// Whoever signals, signals the group: the program decides what becomes of it.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => undefined);
child.once("close", (exitCode, signal) => {
  writeFileSync(join(session, "end.json"), JSON.stringify({ exitCode, signal }));
  process.exitCode = exitCode ?? 1;
  process.stdin.destroy();
});
