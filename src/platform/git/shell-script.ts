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

/** A file that the shell has open for what the first of two calls says: a pipe could be held by whatever outlives the call. */
const SAID_FD = 3;
const SAID = `/proc/self/fd/${SAID_FD}`;

/** As a script each of the call's words is itself, whatever is in it; nothing but git is started. */
export function scriptOf(call: ScriptCall, token: string): string {
  return `if cd ${quoted(call.cwd)}; then ${commandOf(call, token)}
else (exit 127); fi
s=$?; ${ended(token, "$s")}
`;
}

/** Both calls in one go. The first one's end is said before the second begins: where nobody hears it any more, the shell dies of that. A disk so full that it takes no word is a failure, since it may have swallowed one. */
export function scriptOfPair(call: ScriptCall, token: string, next: ScriptCall, nextToken: string): string {
  return `if cd ${quoted(call.cwd)}; then 2>&${SAID_FD} ${commandOf(call, token)}
else (exit 127); fi
s=$?
if [ $s = 0 ] && [ ! -s ${SAID} ] && printf . >&${SAID_FD}; then
true >${SAID}; ${ended(token, "0")}
${commandOf(next, nextToken)}
s=$?; ${ended(nextToken, "$s")}
else
[ $s != 0 ] || [ -s ${SAID} ] || s=1
cat ${SAID} >&2; true >${SAID}; ${ended(token, "$s")}; ${ended(nextToken, NOT_MADE)}
fi
`;
}

function ended(token: string, status: string): string {
  return `printf '\\n${token} %s\\n' ${status}; printf '\\n${token} %s\\n' ${status} >&2`;
}

/** A here-document ends with a line's end, and holds no NUL; a shell's own printf prints any. */
function commandOf({ args, input, reads = false }: ScriptCall, token: string): string {
  const words = ["git", ...args].map(quoted).join(" ");
  const git = `${SAID_FD}>&- ${reads ? "GIT_OPTIONAL_LOCKS=0 " : ""}${words}`;
  if (input === undefined) return `${git} </dev/null`;
  if (!input.includes("\0")) return `${git} <<'${token}'\n${input.replace(/\n$/, "")}\n${token}`;
  return `printf '%s\\0' ${input.slice(0, -1).split("\0").map(quoted).join(" ")} | ${git}`;
}

/** Not what has a NUL in a word, or an input that would come to git as another one; what changes something ends with a text, which may get the end of its last line. */
export function canBeScript({ args, input, reads, next }: Omit<ScriptCall, "cwd">): boolean {
  if (next !== undefined && !canBeScript(next)) return false;
  if (args.some((word) => word.includes("\0"))) return false;
  if (input === undefined || input.endsWith("\0")) return true;
  return !input.includes("\0") && (reads !== true || input.endsWith("\n"));
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
