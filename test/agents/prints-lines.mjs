#!/usr/bin/env node
// $1: bytes in all, in lines of 100.
import { writeSync } from "node:fs";
const block = Buffer.from(`${"x".repeat(99)}\n`.repeat(1000));
for (let left = Number(process.argv[2]); left > 0; left -= block.length) {
  for (let at = 0; at < block.length;) at += writeSync(1, block, at);
}
writeSync(1, "TOOL_DONE\n");
