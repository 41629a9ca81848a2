/** One draw from 0 up to and without `below`. */
export type Draw = (below: number) => number;

/** Numbers that a seed determines (mulberry32). */
export function createDraw(seed: number): Draw {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * below);
  };
}

/** What has broken parsers before. */
const TOKENS: readonly string[] = [
  "\u0000",
  "\ufeff",
  "\u2028",
  "\u202e",
  "\ud800",
  "\u001b]0;owned\u0007",
  "\u001b[2J",
  "\r",
  "\n",
  "\n\n",
  "{",
  "}",
  "[",
  "]",
  '"',
  "\\",
  "\\ud800",
  ",",
  "null",
  "NaN",
  "-0",
  "1e999",
  "-1",
  "99999999999999999999",
  "0.1",
  '"__proto__":{"polluted":true},',
  '"constructor":{"prototype":{"polluted":true}},',
  "```",
  "~~~",
  "TOOL_DONE",
  "TOOL_BLOCKED:",
  "TOOL_REVIEW:{}",
  "<script>alert(1)</script>",
  "[2026-11-20 22:04:11] Loop completed",
  "+275760-09-13T00:00:00.001Z",
  "2026-02-30T25:61:00Z",
  "é",
  "👩‍💻",
  "%s%n",
  "../../../../etc/passwd",
];

const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  2 ** 53,
  "",
  " ",
  "\u0000",
  "\u001b[31m\u001b]0;owned\u0007",
  "a\nb",
  "x".repeat(5000),
  "2026-02-30T25:61:00Z",
  "-99999999",
  "+275760-09-13T00:00:00.001Z",
  [],
  [null],
  [[]],
  {},
  { __proto__: null },
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "001",
  "999999999999999999999",
];

/** A text of the corpus, changed once to a few times; most are still nearly well-formed. */
export function mutate(corpus: readonly string[], draw: Draw): string {
  let text = corpus[draw(corpus.length)] ?? "";
  for (let times = 1 + draw(4); times > 0; times -= 1) text = STEPS[draw(STEPS.length)]!(text, draw, corpus);
  return text.slice(0, 200_000);
}

type Step = (text: string, draw: Draw, corpus: readonly string[]) => string;

const insert = (text: string, at: number, more: string): string => text.slice(0, at) + more + text.slice(at);

const STEPS: readonly Step[] = [
  (text, draw) => insert(text, draw(text.length + 1), TOKENS[draw(TOKENS.length)]!),
  (text, draw) => insert(text, draw(text.length + 1), String.fromCharCode(draw(0x300))),
  (text, draw) => {
    const at = draw(text.length + 1);
    return text.slice(0, at) + text.slice(at + 1 + draw(12));
  },
  (text, draw) => text.slice(0, draw(text.length + 1)),
  (text, draw) => {
    const at = draw(text.length + 1);
    return insert(text, draw(text.length + 1), text.slice(at, at + draw(200)));
  },
  (text, draw, corpus) => {
    const other = corpus[draw(corpus.length)] ?? "";
    return text.slice(0, draw(text.length + 1)) + other.slice(draw(other.length + 1));
  },
  (text, draw) => {
    const lines = text.split("\n");
    lines.splice(draw(lines.length), 1 + draw(2));
    return lines.join("\n");
  },
  (text, draw) => {
    const lines = text.split("\n");
    const [line = ""] = lines.splice(draw(lines.length), 1);
    lines.splice(draw(lines.length + 1), 0, ...Array.from({ length: 1 + draw(3) }, () => line));
    return lines.join("\n");
  },
  changeValue,
  changeValue,
  changeValue,
  // In a field that nobody knows: it can be read, and then wants to be written again.
  (text, draw) => {
    const levels = 1 + draw(draw(10) === 0 ? 20_000 : 300);
    const field = `{"deep":${"[".repeat(levels)}${"]".repeat(levels)},`;
    const places = [...text.matchAll(/\{(?=\s*")/g)].map(({ index }) => index);
    const at = places[draw(places.length)];
    return at === undefined ? text : text.slice(0, at) + field + text.slice(at + 1);
  },
  (text, draw) => insert(text, draw(text.length + 1), "[".repeat(1 + draw(draw(10) === 0 ? 60_000 : 300))),
];

/** In a JSON text, or in one JSON line of it, one value gives way to another, is doubled, or goes. */
function changeValue(text: string, draw: Draw): string {
  try {
    return withChangedValue(text, draw);
  } catch {
    // Nested deeper by an earlier step than can be put into words again.
    return text;
  }
}

function withChangedValue(text: string, draw: Draw): string {
  const whole = parse(text);
  if (whole !== undefined) return JSON.stringify(changed(whole, draw), null, draw(2) * 2);
  const lines = text.split("\n");
  const at = draw(lines.length);
  const line = parse(lines[at] ?? "");
  if (line !== undefined) lines[at] = JSON.stringify(changed(line, draw));
  return lines.join("\n");
}

function changed(value: unknown, draw: Draw): unknown {
  if (typeof value !== "object" || value === null || draw(6) === 0) return VALUES[draw(VALUES.length)];
  const keys = Object.keys(value);
  const key = keys[draw(keys.length)];
  if (key === undefined) return VALUES[draw(VALUES.length)];
  const copy = structuredClone(value) as Record<string, unknown>;
  switch (draw(8)) {
    case 0:
      if (Array.isArray(copy)) copy.splice(Number(key), 1);
      else delete copy[key];
      return copy;
    case 1:
      if (Array.isArray(copy)) copy.push(copy[Number(key)]);
      else copy[`${key}2`] = copy[key];
      return copy;
    default:
      copy[key] = changed(copy[key], draw);
      return copy;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
