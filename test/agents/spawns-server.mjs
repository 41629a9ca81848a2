#!/usr/bin/env node
// Starts a server that listens on loopback, tells its port, and goes.
import { spawn } from "node:child_process";
const code = `require("node:http").createServer((q, a) => a.end("up")).listen(0, "127.0.0.1", function () {
  console.log("port " + this.address().port + " pid " + process.pid);
});`;
const server = spawn(process.execPath, ["-e", code], { detached: true, stdio: ["ignore", "pipe", "ignore"] });
server.stdout.once("data", (line) => {
  process.stdout.write(line, () => process.exit(0));
});
