#!/usr/bin/env node
// Leaves a process that nothing can find (own session, reparented, empty environment) and that holds stdout open.
// $1: seconds it lives; $2 "talks": it prints all the time.
import { spawn } from "node:child_process";
const [seconds = "20", manner = "silent"] = process.argv.slice(2);
const talk = `end=$(($(/bin/date +%s) + ${seconds})); while [ $(/bin/date +%s) -lt $end ]; do echo noise; /bin/sleep 0.02; done`;
const line = manner === "talks" ? talk : `/bin/sleep ${seconds}`;
const middle = spawn("/bin/sh", ["-c", `(${line}) & echo left $!`], {
  detached: true,
  env: {},
  stdio: ["ignore", "inherit", "inherit"],
});
middle.on("exit", () => process.exit(0));
