#!/usr/bin/env node
// $1: bytes of one line without an end, then a newline and a signal.
import { writeSync } from "node:fs";
const block = Buffer.alloc(65536, "x");
for (let left = Number(process.argv[2]); left > 0; left -= block.length) {
  for (let at = 0; at < block.length;) at += writeSync(1, block, at);
}
writeSync(1, "\nTOOL_DONE\n");
