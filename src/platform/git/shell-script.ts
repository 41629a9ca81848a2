/** What a shell is told to start git with. */
export interface ScriptCall {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly input?: string;
  readonly reads?: boolean;
}

/** As a script each of the call's words is itself, whatever is in it; nothing but git is started. */
export function scriptOf(call: ScriptCall, token: string): string {
  return `if cd ${quoted(call.cwd)}; then ${commandOf(call, token)}
else (exit 127); fi
s=$?; printf '\\n${token} %s\\n' $s; printf '\\n${token} %s\\n' $s >&2
`;
}

/** A here-document holds no NUL, and a shell's own printf no more than its words. */
function commandOf({ args, input, reads = false }: ScriptCall, token: string): string {
  const git = `${reads ? "GIT_OPTIONAL_LOCKS=0 " : ""}${["git", ...args].map(quoted).join(" ")}`;
  if (input === undefined) return `${git} </dev/null`;
  if (!input.includes("\0")) return `${git} <<'${token}'\n${input}\n${token}`;
  return `printf '%s\\0' ${input.slice(0, -1).split("\0").map(quoted).join(" ")} | ${git}`;
}

/** Not what has a NUL in a word, or anywhere but behind every line of the input. */
export function canBeScript({ args, input = "" }: ScriptCall): boolean {
  return !args.some((word) => word.includes("\0")) && (!input.includes("\0") || input.endsWith("\0"));
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
