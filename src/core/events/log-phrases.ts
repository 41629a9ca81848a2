import { foldLine } from "#core/text/fold-line";

/** One kind of log line, said and understood from the same template. */
export interface Phrase<Fields extends string> {
  say(fields: Readonly<Record<Fields, string | number>>): string;
  /** The fields of a line without its time, null for a line of another kind. */
  read(line: string): Record<Fields, string> | null;
}

/**
 * The lines that a status can be told from (spec: Log line patterns); tool.log has others, which say nothing about it.
 * {n} and {m} are numbers, {text} goes on to the end of the line.
 */
export const PHRASES = {
  loopStarted: phrase("Loop started (maxIterations={n})"),
  iteration: phrase("--- Iteration {n} / {m} ---"),
  itemSelected: phrase("Item {id} selected: {text}"),
  itemCompleted: phrase("Item {id} completed: {text}"),
  itemBlocked: phrase("Item {id} blocked: {text}"),
  itemNeedsHuman: phrase("Item {id} needs human input: {text}"),
  itemRetried: phrase("Item {id} retried: attempt {n} of {m}"),
  loopCompleted: phrase("Loop completed"),
  maxIterationsReached: phrase("Max iterations reached ({n})"),
  loopPaused: phrase("Loop paused: item {id} waits for a human"),
  loopCancelled: phrase("Loop cancelled"),
  loopError: phrase("Loop error: {text}"),
  loopReset: phrase("Loop reset"),
  usageLimitHit: phrase("Usage limit hit ({id}, {n}%)"),
  sleepStarted: phrase("Sleeping until {id}: {text}"),
  sleepEnded: phrase("Awake"),
  reviewStarted: phrase("Review started: {n} items"),
  reviewCompleted: phrase("Review completed: {n} items created"),
  reviewFailed: phrase("Review failed: {text}"),
} as const;

type FieldsOf<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | FieldsOf<Rest>
  : never;

function phrase<Template extends string>(template: Template): Phrase<FieldsOf<Template>> {
  const parts = template.split(/\{(\w+)\}/);
  const names = parts.filter((_, index) => index % 2 === 1) as FieldsOf<Template>[];
  const source = parts.map((part, index) => (index % 2 === 1 ? patternOf(part) : escaped(part))).join("");
  const pattern = new RegExp(`^${source}$`);
  return {
    say: (fields) => parts.map((part, index) => (index % 2 === 1 ? sayField(fields, part) : part)).join(""),
    read(line) {
      const found = pattern.exec(line);
      if (found === null) return null;
      const entries = names.map((name, index) => [name, found[index + 1] ?? ""]);
      return Object.fromEntries(entries) as Record<FieldsOf<Template>, string>;
    },
  };
}

/** Never more than one line, so that no title can pass for a line of its own. */
const sayField = (fields: Readonly<Record<string, string | number>>, name: string): string =>
  foldLine(String(fields[name] ?? ""));

function patternOf(name: string): string {
  if (name === "n" || name === "m") return String.raw`(\d+)`;
  return name === "text" ? "(.*)" : "(.+?)";
}

function escaped(text: string): string {
  return text.replaceAll(/[()/\\.*+?^$|[\]{}]/g, String.raw`\$&`);
}
