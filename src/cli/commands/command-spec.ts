import type { CommandContext } from "#cli/context";

/** `name`, `folder`: not empty · `count`: 1, 2, … · `whole`: 0, 1, … · `amount`: above 0, fractions allowed. */
export type ValueKind = "text" | "name" | "folder" | "count" | "whole" | "amount";

export interface OptionSpec {
  /** As in help: `-f, --follow`, `--iterations <n>`. */
  readonly flags: string;
  /** One line; a default stands in parentheses. */
  readonly about: string;
  /** Under which word of the help screen it stands. */
  readonly group: string;
  readonly kind?: ValueKind;
  readonly repeatable?: true;
  readonly required?: true;
  /** Accepted and in `help --json`, but not on the screen: what is set once in the marker rather than typed. */
  readonly unlisted?: true;
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
  readonly args: readonly ("[path]" | "[id]" | "[month]" | "[command...]")[];
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
