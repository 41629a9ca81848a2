import type { CommandSpec, OptionSpec } from "#cli/commands/command-spec";
import { ToolError } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";

/** Between the two values of a pair; no command line can hold it. */
const PAIR_SEPARATOR = "\u0000";

/** An option of two values becomes one word, so that its text is never taken for a path, nor for an option. */
export function joinPairs(argv: readonly string[], command: CommandSpec): string[] {
  const pairs = new Map(command.options.filter(isPair).map((option) => [nameOf(option), option]));
  if (pairs.size === 0) return [...argv];
  const joined: string[] = [];
  for (let i = 0; i < argv.length; i += 1) {
    const token = argv[i] ?? "";
    if (token === "--") return [...joined, ...argv.slice(i)];
    const [name, attached] = splitOnce(token);
    if (!pairs.has(name)) {
      joined.push(token);
      continue;
    }
    const first = attached ?? argv[(i += 1)];
    const second = argv[(i += 1)];
    if (first === undefined || second === undefined) throw incomplete(command, name, pairs.get(name));
    joined.push(`${name}=${first}${PAIR_SEPARATOR}${second}`);
  }
  return joined;
}

/** Its two values. */
export function splitPair(value: string): readonly [string, string] {
  const at = value.indexOf(PAIR_SEPARATOR);
  return [value.slice(0, at), value.slice(at + 1)];
}

const isPair = ({ flags }: OptionSpec): boolean => /<\w+> <\w+>$/.test(flags);

const nameOf = ({ flags }: OptionSpec): string => flags.split(" ")[0] ?? flags;

const splitOnce = (token: string): [string, string?] => {
  const at = token.indexOf("=");
  return at === -1 ? [token] : [token.slice(0, at), token.slice(at + 1)];
};

const incomplete = (command: CommandSpec, name: string, option: OptionSpec | undefined): ToolError =>
  new ToolError("USAGE", `${name} needs two values: ${option?.flags.slice(name.length + 1) ?? ""}.`, {
    reason: command.untouched ?? "",
    hints: [{ command: `${TOOL_NAME} help ${command.path.join(" ")}`, purpose: "options and examples" }],
    details: { option: name },
  });
