import { describe, expect, test } from "vitest";
import { runCli } from "#cli/run-cli";
import { memoryHost } from "../fakes/memory-host.ts";
import { SPEC_GLOBALS, SPEC_TABLE, specFlags } from "./spec-table.ts";

interface HelpOption {
  readonly flags: string;
  readonly takesValue: boolean;
  readonly default?: string;
  readonly repeatable: boolean;
  readonly required: boolean;
}
interface HelpCommand {
  readonly name: string;
  readonly arguments: readonly { readonly name: string }[];
  readonly options: readonly HelpOption[];
  readonly examples: readonly string[];
  readonly exitCodes: Readonly<Record<string, string>>;
}
interface Help {
  readonly options: readonly HelpOption[];
  readonly commands: readonly HelpCommand[];
}

const host = memoryHost();
await runCli(["help", "--json"], host);
const help = JSON.parse(host.out()) as Help;
const namesOf = ({ flags }: HelpOption): string[] => flags.match(/(?<![\w-])--?[\w-]+/g) ?? [];

/** A short flag is a second name: the facts stand with the first. */
const factsOf = (option: HelpOption, isShort: boolean): object =>
  isShort
    ? {}
    : {
        values: option.flags.match(/<[^>]+>/g)?.length ?? 0,
        default: option.default ?? null,
        required: option.required,
        repeatable: option.repeatable,
      };

test("the command table and help --json name the same commands", () => {
  expect(help.commands.map(({ name }) => name).sort()).toEqual(
    SPEC_TABLE.map(({ command }) => `tool ${command}`).sort(),
  );
});

test("the global flags", () => {
  expect(help.options.map(({ flags }) => flags)).toEqual(SPEC_GLOBALS);
});

describe.each(SPEC_TABLE)("tool $command", (row) => {
  const command = help.commands.find(({ name }) => name === `tool ${row.command}`);
  const options = command?.options ?? [];

  test("takes its arguments", () => {
    expect(command?.arguments.map(({ name }) => name)).toEqual(row.args ?? []);
  });

  test.each(specFlags(row))("$name", (flag) => {
    const option = options.find((one) => namesOf(one).includes(flag.name));
    const isShort = !flag.name.startsWith("--");
    expect(option && { name: flag.name, ...factsOf(option, isShort) }).toEqual(
      isShort ? { name: flag.name } : flag,
    );
  });

  test("has examples of itself and says its exits", () => {
    expect(command?.examples.length).toBeGreaterThan(0);
    for (const example of command?.examples ?? []) expect(example).toContain(`tool ${row.command}`);
    const codes = Object.keys(command?.exitCodes ?? {}).map(Number);
    expect(codes).toContain(0);
    expect(codes.every((code) => code >= 0 && code <= 6)).toBe(true);
  });
});
