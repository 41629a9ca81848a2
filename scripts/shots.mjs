// `npm run shots`: the pictures in docs/shots, taken by the tests of the pages; of each the light and the dark one.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const target = fileURLToPath(new URL("../docs/shots", import.meta.url));
const taken = process.argv[2] ?? mkdtempSync(join(tmpdir(), "shots-"));
if (process.argv[2] === undefined) {
  const { status } = spawnSync("npx", ["vitest", "run", "--project", "browser"], {
    stdio: "inherit",
    env: { ...process.env, SHOTS: taken },
  });
  process.exitCode = status ?? 1;
}

const files = new Set(readdirSync(taken));
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const file of files) {
  const name = /^([a-z-]+)-light\.png$/.exec(file)?.[1];
  if (name === undefined || !files.has(`${name}-dark.png`)) continue;
  for (const theme of ["light", "dark"]) {
    copyFileSync(join(taken, `${name}-${theme}.png`), join(target, `${name}-${theme}.png`));
  }
}
