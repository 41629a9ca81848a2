#!/usr/bin/env node
// Writes its line byte by byte, so that every character arrives torn.
const line = Buffer.from("größe 😀 TOOL_DONE\n");
for (const byte of line) {
  process.stdout.write(Buffer.from([byte]));
  await new Promise((resolve) => setTimeout(resolve, 3));
}
