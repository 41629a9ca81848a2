#!/usr/bin/env node
// Leaves a process in a session of its own, reparented before this one ends; it bears the mark and nothing else.
import { spawn } from "node:child_process";
const middle = spawn("/bin/sh", ["-c", "sleep 60 >/dev/null 2>&1 & echo left $!"], {
  detached: true,
  stdio: ["ignore", "inherit", "ignore"],
});
middle.on("exit", () => process.stdout.write("TOOL_DONE\n"));
