/** What a shell line needs to be there. */
export interface CommandNeeds {
  /** The program that it starts first; null where only a shell could tell. */
  readonly program: string | null;
  /** The script of package.json that it runs. */
  readonly script: string | null;
}

const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** Of a word that the shell would change, or that is no program at all. */
const SHELL_SIGNS = /["'`$(){}[\]<>|&;*?~\\#]/;
const BUILTINS: ReadonlySet<string> = new Set(
  "! . : [ break case cd command echo eval exec exit export false for if printf pwd set source test time trap true type ulimit umask unset until while".split(
    " ",
  ),
);
const RUNNERS: ReadonlySet<string> = new Set(["npm", "pnpm", "yarn", "bun"]);
/** Without `run` in front of them these are scripts, whoever runs them. */
const SHORT_SCRIPTS: ReadonlySet<string> = new Set(["test", "start"]);

/** By its first words alone: a guess that is only made where it can't be wrong. */
export function commandNeeds(line: string): CommandNeeds {
  const words = line.trim().split(/\s+/);
  const at = words.findIndex((word) => !ASSIGNMENT.test(word));
  const program = words[at] ?? "";
  if (program === "" || SHELL_SIGNS.test(program) || BUILTINS.has(program)) {
    return { program: null, script: null };
  }
  return { program, script: RUNNERS.has(program) ? scriptOf(program, words.slice(at + 1)) : null };
}

const scriptOf = (runner: string, [first = "", second = ""]: readonly string[]): string | null => {
  const named = first === "run" ? second : SHORT_SCRIPTS.has(first) && runner !== "bun" ? first : "";
  return named === "" || named.startsWith("-") || SHELL_SIGNS.test(named) ? null : named;
};
