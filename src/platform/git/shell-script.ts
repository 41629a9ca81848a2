import { MARK } from "#platform/git/said-file";

/** What a shell is told to start git with. */
export interface ScriptCall {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly input?: string;
  readonly reads?: boolean;
  /** Made at once where this call goes well and says nothing on stderr; in the same folder. */
  readonly next?: Pick<ScriptCall, "args" | "input">;
}

/** Behind the token in the line that ends a call: its exit code, or this where it wasn't made. */
export const NOT_MADE = "-";

/** Where the shell has the file open that holds what the first of two calls says. */
const SAID_FD = 3;
const SAID = `/proc/self/fd/${SAID_FD}`;

/** As a script each of the call's words is itself, whatever is in it; nothing but git is started, be there functions of those names in the environment. */
export function scriptOf(call: ScriptCall, token: string): string {
  return `if command cd ${quoted(call.cwd)}; then ${commandOf(call, token)}
else (exit 127); fi
${STATUS}=$?; ${ended(token, `$${STATUS}`)}
`;
}

/** Both calls in one go, the second one only where the first went well, nothing stands behind the mark in the file, and a word could still have been written there. The first one's end is said before the second begins: where nobody hears it any more, the shell dies of that. */
export function scriptOfPair(call: ScriptCall, token: string, next: ScriptCall, nextToken: string): string {
  return `if command cd ${quoted(call.cwd)}; then 2>&${SAID_FD} ${commandOf(call, token)}
else (exit 127); fi
${STATUS}=$?
if [ $${STATUS} = 0 ] && ! IFS= command read -r ${WORD} <${SAID} && [ "$${WORD}" = ${MARK} ] && command printf ${MARK} >&${SAID_FD}; then
${ended(token, "0")}
${commandOf(next, nextToken)}
${STATUS}=$?; ${ended(nextToken, `$${STATUS}`)}
else
${ended(token, `$${STATUS}`)}; ${ended(nextToken, NOT_MADE)}
fi
`;
}

/** Names that nobody has in the environment: git would get ours. */
const STATUS = "__tool_git_status";
const WORD = "__tool_git_word";

function ended(token: string, status: string): string {
  const line = `command printf '\\n${token} %s\\n' ${status}`;
  return `${line}; ${line} >&2`;
}

/** A here-document ends with a line's end, and holds no NUL; a shell's own printf prints any. */
function commandOf({ args, input, reads = false }: ScriptCall, token: string): string {
  const words = ["git", ...args].map(quoted).join(" ");
  const git = `${SAID_FD}>&- ${reads ? "GIT_OPTIONAL_LOCKS=0 " : ""}command ${words}`;
  if (input === undefined) return `${git} </dev/null`;
  if (!input.includes("\0")) return `${git} <<'${token}'\n${input.replace(/\n$/, "")}\n${token}`;
  return `command printf '%s\\0' ${input.slice(0, -1).split("\0").map(quoted).join(" ")} | ${git}`;
}

/** Not what has a NUL in a word, or an input that would come to git as another one; what changes something ends with a text, which may get the end of its last line. */
export function canBeScript({ args, input, reads, next }: Omit<ScriptCall, "cwd">): boolean {
  // Of a pipe the file would hear the first process alone.
  if (next !== undefined && (input?.includes("\0") === true || !canBeScript(next))) return false;
  if (args.some((word) => word.includes("\0"))) return false;
  if (input === undefined || input.endsWith("\0")) return true;
  return !input.includes("\0") && (reads !== true || input.endsWith("\n"));
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
