#!/usr/bin/env node
// As real agents do: a tool in a session of its own, which a group kill doesn't reach; this process then waits.
// $1 "stubborn": neither ends on SIGTERM.
import { spawn } from "node:child_process";
const stubborn = process.argv[2] === "stubborn";
if (stubborn) process.on("SIGTERM", () => undefined);
const trap = stubborn ? "trap '' TERM; " : "";
const tool = spawn("/bin/sh", ["-c", `${trap}echo tool $$; while :; do sleep 0.05; done`], {
  detached: true,
  stdio: ["ignore", "inherit", "ignore"],
});
tool.on("exit", () => undefined);
setInterval(() => undefined, 1000);
