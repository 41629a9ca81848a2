interface Rule {
  readonly pattern: RegExp;
  readonly directoryOnly: boolean;
  readonly negated: boolean;
}

/** A simulated night reads the same few lines thousands of times. */
const known = new Map<string, Rule[]>();

/** Reads .gitignore texts (by their directory, "" for the top) and says whether git would ignore a path; the last matching line wins. */
export function createIgnoreRules(texts: ReadonlyMap<string, string>): (path: string) => boolean {
  const rules = [...texts].map(([directory, text]) => ({
    directory,
    rules: text.split(/\r?\n/).flatMap(rulesOf),
  }));
  const matches = (path: string, isDirectory: boolean): boolean => {
    let ignored = false;
    for (const { directory, rules: lines } of rules) {
      if (directory !== "" && !path.startsWith(`${directory}/`)) continue;
      const relative = directory === "" ? path : path.slice(directory.length + 1);
      for (const rule of lines) {
        if (rule.pattern.test(relative) && (isDirectory || !rule.directoryOnly)) ignored = !rule.negated;
      }
    }
    return ignored;
  };
  return (path) => {
    const segments = path.split("/");
    return segments.some((_, index) =>
      matches(segments.slice(0, index + 1).join("/"), index < segments.length - 1),
    );
  };
}

function rulesOf(line: string): Rule[] {
  const rules = known.get(line) ?? parse(line);
  known.set(line, rules);
  return rules;
}

function parse(raw: string): Rule[] {
  const line = raw.trimEnd();
  if (line === "" || line.startsWith("#")) return [];
  const negated = line.startsWith("!");
  const body = negated ? line.slice(1) : line;
  const directoryOnly = body.endsWith("/");
  const path = directoryOnly ? body.slice(0, -1) : body;
  const anchored = path.includes("/");
  const glob = path
    .replace(/^\//, "")
    .replaceAll(/[.+^${}()|\\]/g, String.raw`\$&`)
    .replaceAll(/\*\*\/|\*\*|\*|\?/g, (star) =>
      star === "**/" ? "(?:.*/)?" : star === "**" ? ".*" : star === "*" ? "[^/]*" : "[^/]",
    );
  return [{ pattern: new RegExp(`^${anchored ? "" : "(?:.*/)?"}${glob}$`), directoryOnly, negated }];
}
