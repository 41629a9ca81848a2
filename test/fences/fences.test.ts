import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** Each fence of the house is broken once, in a copy, and the machine that guards it must say so. */
const root = join(import.meta.dirname, "../..");
let copy = "";

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "tool-fences-"));
  for (const name of [
    "src",
    "test",
    "scripts",
    "package.json",
    "tsconfig.json",
    "tsconfig.base.json",
    ".oxlintrc.json",
    "vitest.config.ts",
  ]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

const run = (binary: string, args: readonly string[]): string => {
  try {
    return execFileSync(join(root, "node_modules/.bin", binary), args, {
      cwd: copy,
      encoding: "utf8",
      stdio: "pipe",
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `FAILED\n${stdout}${stderr}`;
  }
};

const withPlanted = <T>(path: string, text: string, look: () => T): T => {
  writeFileSync(join(copy, path), text);
  try {
    return look();
  } finally {
    rmSync(join(copy, path));
  }
};

describe("the compiler", () => {
  const planted: readonly [fence: string, path: string, text: string, complaint: RegExp][] = [
    [
      "core sees no process",
      "src/core/planted.ts",
      "export const planted = process.pid;",
      /Cannot find name 'process'/,
    ],
    [
      "core sees no timers",
      "src/core/planted.ts",
      "export const planted = setTimeout;",
      /Cannot find name 'setTimeout'/,
    ],
    [
      "engine sees no fetch",
      "src/engine/planted.ts",
      "export const planted = fetch;",
      /Cannot find name 'fetch'/,
    ],
    [
      "engine sees no node modules",
      "src/engine/planted.ts",
      'export * as planted from "node:fs";',
      /node:fs/,
    ],
    [
      "contracts see no core",
      "src/contracts/planted.ts",
      'export { nextStep } from "#core/loop/next-step";',
      /TS6307|not listed|is not under/,
    ],
    [
      "engine sees no platform",
      "src/engine/planted.ts",
      'export { createSystemClock } from "#platform/system-clock";',
      /TS6307|not listed|is not under/,
    ],
  ];

  it.each(planted)("%s", (_fence, path, text, complaint) => {
    const project = path.split("/").slice(0, 2).join("/");
    const said = withPlanted(path, `${text}\n`, () => run("tsc", ["-b", project]));
    expect(said).toMatch(/^FAILED/);
    expect(said).toMatch(complaint);
  });
});

describe("the linter", () => {
  const long = Array.from({ length: 301 }, (_, line) => `export const line${line} = ${line};`).join("\n");
  const tall = `export function tall(): number {\n  let n = 0;\n${"  n += 1;\n".repeat(61)}  return n;\n}`;
  const planted: readonly [fence: string, path: string, text: string, complaint: RegExp][] = [
    [
      "contracts import no core",
      "src/contracts/planted.ts",
      'export { nextStep } from "#core/loop/next-step";',
      /Contracts import/,
    ],
    [
      "contract data imports no zod",
      "src/contracts/planted.ts",
      'import * as z from "zod";\nexport const planted = z.string();',
      /zod stays/,
    ],
    [
      "core imports no engine",
      "src/core/planted.ts",
      'export { createCancelSource } from "#engine/cancel";',
      /Core imports/,
    ],
    [
      "core imports no zod",
      "src/core/planted.ts",
      'import * as z from "zod";\nexport const planted = z.string();',
      /No schema library/,
    ],
    [
      "core imports no schema",
      "src/core/planted.ts",
      'export { backlogSchema } from "#contracts/schema/backlog";',
      /No schema library/,
    ],
    [
      "core is sync",
      "src/core/planted.ts",
      "export const planted = async (): Promise<void> => undefined;",
      /Core is sync/,
    ],
    [
      "core reads no clock",
      "src/core/planted.ts",
      "export const planted = Date.now();",
      /Core reads no clock/,
    ],
    [
      "core makes no date of now",
      "src/core/planted.ts",
      "export const planted = new Date();",
      /Core reads no clock/,
    ],
    [
      "core draws no number",
      "src/core/planted.ts",
      "export const planted = Math.random();",
      /Core draws no random/,
    ],
    [
      "engine imports no node module",
      "src/engine/planted.ts",
      'export { readFile } from "node:fs/promises";',
      /through its ports/,
    ],
    [
      "engine imports no platform",
      "src/engine/planted.ts",
      'export { createSystemClock } from "#platform/system-clock";',
      /through its ports/,
    ],
    [
      "platform imports no command line",
      "src/platform/planted.ts",
      'export { runCli } from "#cli/run-cli";',
      /knows no surface/,
    ],
    [
      "the command line imports no platform",
      "src/cli/planted.ts",
      'export { createSystemClock } from "#platform/system-clock";',
      /in compose alone/,
    ],
    [
      "the server imports no platform",
      "src/server/planted.ts",
      'export { createSystemClock } from "#platform/system-clock";',
      /in compose alone/,
    ],
    [
      "the server imports no command line",
      "src/server/planted.ts",
      'export { runCli } from "#cli/run-cli";',
      /in compose alone/,
    ],
    [
      "the command line imports no server",
      "src/cli/planted.ts",
      'export { createApp } from "#server/app";',
      /in compose alone/,
    ],
    [
      "the engine imports no server",
      "src/engine/planted.ts",
      'export { createApp } from "#server/app";',
      /through its ports/,
    ],
    ["no file above 300 lines", "src/core/planted.ts", long, /max-lines/],
    ["no function above 60 lines", "src/core/planted.ts", tall, /max-lines-per-function/],
    ["no barrels", "src/core/planted.ts", 'export * from "#core/loop/next-step";', /No barrels/],
    ["no any", "src/core/planted.ts", "export const planted = (x: any): unknown => x;", /no-explicit-any/],
  ];

  it.each(planted)("%s", (_fence, path, text, complaint) => {
    const said = withPlanted(path, `${text}\n`, () => run("oxlint", ["--deny-warnings", path]));
    expect(said).toMatch(/^FAILED/);
    expect(said).toMatch(complaint);
  });
});

describe("names", () => {
  it("no file is a drawer for anything", () => {
    const files = execFileSync("git", ["ls-files", "src", "test", "bench", "scripts"], {
      cwd: root,
      encoding: "utf8",
    });
    expect(files.split("\n").filter((file) => /\/(utils?|helpers?|common|misc)(\.|\/)/.test(file))).toEqual(
      [],
    );
  });
});
