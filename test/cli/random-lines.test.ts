import * as fc from "fast-check";
import { expect, test } from "vitest";
import { COMMANDS } from "#cli/commands/table";
import { namesOf, optionsOf } from "#cli/line/check-options";
import { runCli } from "#cli/run-cli";
import { ToolError } from "#contracts/error";
import type { CliHost } from "#cli/host";
import { LEDGER_ITEMS, ledgerWorld, type LedgerWorld } from "../fakes/ledger-api.ts";

/** Whatever is typed: no stack trace, an exit code of the table, and nothing happens where help was asked for. */

const WORDS = [...new Set(COMMANDS.flatMap(({ path }) => path))];
const OPTIONS = [
  ...new Set(COMMANDS.flatMap((command) => optionsOf(command).flatMap(({ flags }) => namesOf(flags)))),
];
const VALUES = [
  "",
  " ",
  ".",
  "..",
  "/",
  "~",
  "-",
  "--",
  "001",
  "042",
  "2026-11",
  "none",
  "null",
  "1",
  "0",
  "-1",
  "1e9",
];
const MORE = [
  "0.5",
  "a=b",
  "=",
  "\u0000",
  "日本語",
  "🎉",
  "\u001b[31m",
  "../..",
  "test",
  "theme",
  "dark",
  "bash",
  "[id]",
];

const value = fc.constantFrom(...VALUES, ...MORE, "x".repeat(300));
const option = fc.constantFrom(...OPTIONS);
const anything = fc.oneof(
  { weight: 3, arbitrary: option },
  { weight: 3, arbitrary: value },
  { weight: 1, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.tuple(option, value).map(([name, text]) => `${name}=${text}`) },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
);
const command = fc.constantFrom(...COMMANDS.map(({ path }) => path));
const junk = fc
  .tuple(
    fc.array(anything, { maxLength: 2 }),
    fc.option(command, { nil: [] }),
    fc.array(anything, { maxLength: 6 }),
  )
  .map(([before, path, after]) => [...before, ...path, ...after]);

const plausible = fc.constantFrom(
  "001",
  "006",
  "1",
  "3",
  ".",
  "test",
  "2026-10",
  "blocked",
  "bug",
  "opus",
  "bash",
);
/** Options of the command alone, each with as many values as it takes: most of these lines get as far as its body. */
const likely = fc.constantFrom(...COMMANDS).chain((one) => {
  const option = fc.constantFrom(...optionsOf(one)).chain(({ flags }) => {
    const values = flags.split("<").length - 1;
    return fc
      .array(plausible, { minLength: values, maxLength: values })
      .map((given) => [namesOf(flags).at(-1) ?? "", ...given]);
  });
  return fc
    .tuple(fc.array(plausible, { maxLength: one.args.length }), fc.array(option, { maxLength: 3 }))
    .map(([args, options]) => [...one.path, ...args, ...options.flat()]);
});
const line = fc.oneof(likely, junk);

const RUNS = Number(process.env["LINES"] ?? 400);
/** Real ones: what is loaded lazily takes no time of the world's. */
const LEAVE_MS = 5;

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly world: LedgerWorld;
  readonly before: ReadonlyMap<string, string>;
}

const run = async (argv: readonly string[], terminal: boolean): Promise<Outcome> => {
  const world = ledgerWorld(LEDGER_ITEMS, {
    ".tool/backlog.json.bak": '{"project":"p","description":"","items":[]}',
    ".tool/progress.md": "# Learned\n",
    ".tool/archive/2026-10.json": '{"month":"2026-10","items":[]}',
    ".tool/tool.log": "[2026-11-20 22:04:11] Loop started (maxIterations=20)\n",
  });
  const before = world.files.tree("/");
  const inMemory = world.host({ terminal, stdinTerminal: false });
  const none = (): Promise<never> =>
    Promise.reject(new ToolError("IO_ERROR", "There is no server in this world."));
  const host: CliHost = { ...inMemory, servers: none, serve: none };
  // What follows a run is left at last, as by Ctrl-C.
  const leave = setInterval(() => inMemory.raise("SIGINT"), LEAVE_MS);
  const code = await runCli(argv, host);
  clearInterval(leave);
  return { code, out: inMemory.out(), err: inMemory.err(), world, before };
};

test("any line ends with an exit code of the table and without a stack trace", async () => {
  await fc.assert(
    fc.asyncProperty(line, fc.boolean(), async (argv, terminal) => {
      const { code, out, err } = await run(argv, terminal);
      expect(code).toBeGreaterThanOrEqual(0);
      expect(code).toBeLessThanOrEqual(6);
      expect(err).not.toMatch(/\n {4}at /);
      expect(`${out}${err}`).not.toContain("INTERNAL_ERROR");
      const refusedData = code === 2 && argv.includes("--json") && !argv.includes("--");
      expect(refusedData ? out : "").toBe("");
    }),
    { seed: 20_261_121, numRuns: RUNS },
  );
}, 120_000);

test("with --help anywhere nothing is done", async () => {
  const place = fc.nat({ max: 10 });
  await fc.assert(
    fc.asyncProperty(line, place, fc.constantFrom("--help", "-h"), async (argv, at, help) => {
      const end = argv.indexOf("--");
      const most = end === -1 ? argv.length : end;
      const typed = argv.toSpliced(Math.min(at, most), 0, help);
      const { code, err, world, before } = await run(typed, true);
      expect([0, 2]).toContain(code);
      expect(code === 0 || err.includes("USAGE")).toBe(true);
      expect(world.files.tree("/")).toEqual(before);
      expect(world.processes.spawned).toEqual([]);
      expect(world.git.calls).toEqual([]);
    }),
    { seed: 20_261_121, numRuns: RUNS },
  );
}, 120_000);
