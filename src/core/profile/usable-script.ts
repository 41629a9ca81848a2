/** The `scripts` of a package.json, whatever they are. */
export type Scripts = Readonly<Record<string, unknown>>;

/** Whether a script can verify anything: it is there, does more than talk, comes to an end and, but for a build, writes nothing. What it calls, and what npm runs before and after it, counts, too. */
export function isUsableScript(name: string, scripts: Scripts): boolean {
  const script = scripts[name];
  if (typeof script !== "string" || isIdle(script)) return false;
  const unwanted = name === "build" ? WATCHES : [...WATCHES, ...WRITES];
  return scriptLines(name, scripts).every((line) => !unwanted.some((pattern) => pattern.test(line)));
}

/** `npm init` writes a test script of this kind, and it always fails. */
function isIdle(script: string): boolean {
  return script
    .split(/&&|\|\||[;&]/)
    .every((part) => /^(?:echo\b.*|printf\b.*|exit(?:\s+\d+)?|true|false|:)?$/s.test(part.trim()));
}

/** Formatters and fixers that change files, snapshots that are written anew. */
const WRITES: readonly RegExp[] = [
  /(?:^|\s)--(?:write|apply|apply-unsafe|updateSnapshot|update-snapshots|in-place)(?:[\s=]|$)/,
  /(?:^|\s)--fix(?!-dry-run|=false)/,
  /\bprettier\b[^&|;]*\s-\w*w/,
  /\b(?:jest|vitest)\b[^&|;]*\s-u\b/,
];

/** What goes on until somebody ends it. */
const WATCHES: readonly RegExp[] = [
  /(?:^|\s)--watch(?:All|=true)?(?:\s|$)/,
  /\btsc\b[^&|;]*\s-w(?:\s|$)/,
  /\bvitest\s+(?:watch|dev)\b/,
  /\b(?:nodemon|tsc-watch|chokidar|onchange)\b/,
  /\breact-scripts\s+test\b(?![^&|;]*--watchAll=false)/,
  /\bng\s+test\b(?![^&|;]*--(?:no-watch|watch=false))/,
];

/** Its own line and those of all scripts that it leads to. */
function scriptLines(name: string, scripts: Scripts): string[] {
  const seen = new Set<string>();
  const lines: string[] = [];
  const visit = (one: string): void => {
    const line = scripts[one];
    if (seen.has(one) || typeof line !== "string") return;
    seen.add(one);
    lines.push(line);
    for (const near of [`pre${one}`, `post${one}`, ...namedIn(line)]) visit(near);
  };
  visit(name);
  return lines;
}

/** `npm run lint:fix`, `pnpm lint:fix`, `yarn run -s lint:fix`, `run-s a b`. */
function namedIn(line: string): string[] {
  const called = line.matchAll(/\b(?:npm|pnpm|yarn|bun)\s+(?:run(?:-script)?\s+)?(?:-\S+\s+)*([\w:.-]+)/g);
  const listed = line.matchAll(/\b(?:run-s|run-p|npm-run-all)\s+([^&|;]+)/g);
  return [
    ...Array.from(called, ([, name = ""]) => name),
    ...Array.from(listed, ([, names = ""]) => names.split(/\s+/)).flat(),
  ];
}
