import type { CommandContext } from "#cli/context";

/** `name`, `folder`: not empty · `count`: 1, 2, … · `whole`: 0, 1, … · `amount`: above 0, fractions allowed. */
export type ValueKind = "text" | "name" | "folder" | "count" | "whole" | "amount";

/** The words themselves, or what is looked up when they are asked for. */
export type Values = readonly string[] | "items" | "months" | "agents";

export interface OptionSpec {
  /** As in help: `-f, --follow`, `--iterations <n>`. */
  readonly flags: string;
  /** One line; a default stands in parentheses at its end, and `help --json` takes it from there. */
  readonly about: string;
  /** Under which word of the help screen it stands. */
  readonly group: string;
  readonly kind?: ValueKind;
  readonly repeatable?: true;
  readonly required?: true;
  /** Long name of the option without which this one says nothing: given alone it is refused. */
  readonly needs?: string;
  /** What completion offers as its value; without it nothing, and of a folder the folders. */
  readonly values?: Values;
  /** Accepted and in `help --json`, but not on the screen: what is set once in the marker rather than typed. */
  readonly unlisted?: true | undefined;
  /** A global flag that means something of its own here: listed, not declared again. */
  readonly global?: true;
}

export interface CommandSpec {
  readonly path: readonly string[];
  /** For lists of commands; without a full stop. */
  readonly summary: string;
  /** First line of its own help. */
  readonly sentence: string;
  /** Optional ones in brackets, in order. */
  readonly args: readonly `[${string}]`[];
  /** What completion offers for an argument that isn't a path, an id, a month or a command. */
  readonly argValues?: Readonly<Record<`[${string}]`, readonly string[]>>;
  /** What it offers as the value of a key that was typed before it; of another key nothing. */
  readonly keyValues?: Readonly<Record<string, readonly string[] | "folders">>;
  /** Any number of words after these: the command itself says which are too many. */
  readonly moreArgs?: true;
  /** A bare word in place of the path may also be the name of a project under the root. */
  readonly byName?: true;
  readonly options: readonly OptionSpec[];
  readonly examples: readonly string[];
  /** By code. */
  readonly exits: Readonly<Record<number, string>>;
  /** What is said when the line is refused, of a command that would have acted. */
  readonly untouched?: string;
  /** The body, loaded when it runs and not before. */
  readonly load: () => Promise<CommandBody>;
}

export interface CommandBody {
  /** Gives the exit code; a refusal is a ToolError. */
  readonly run: (context: CommandContext) => Promise<number>;
}

/** A word of the first screen: a command of its own, or a group with its commands. */
export interface Section {
  readonly title: string;
  readonly words: readonly { readonly word: string; readonly about?: string }[];
}
