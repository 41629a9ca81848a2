/** What a prompt is replaced by: it still holds a signal that must not be taken for the agent's. */
const SHORT_PROMPT = "# The task\nEnd with one line:\nTOOL_DONE\n";

const LONGEST_TEXT = 400;
const LONGEST_LIST = 4;
const LONGEST_LINE = 600;

/** What a program printed, without what differs from run to run, and without the bulk: the shape of every record stays. */
export function shortenTranscript(
  output: string,
  prompt: string,
  paths: Readonly<Record<string, string>>,
): string {
  const asked = replaced(prompt, paths).trim();
  const lines = output.split("\n").map((line) => shortenLine(replaced(line, paths), asked));
  return numberIds(lines.join("\n"))
    .replaceAll(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g, "00000000-0000-0000-0000-000000000000")
    .replaceAll(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "2026-01-01T00:00:00.000Z")
    .replaceAll(/\b1[789]\d{11}\b/g, "1800000000000")
    .replaceAll(/("\w*(?:duration|latency|time_to_first)\w*(?:_ms|Ms)?":)\d+(?:\.\d+)?/gi, "$10");
}

function replaced(line: string, paths: Readonly<Record<string, string>>): string {
  let text = line;
  for (const [from, to] of Object.entries(paths)) text = text.replaceAll(from, to);
  return text;
}

function shortenLine(line: string, prompt: string): string {
  try {
    return line.startsWith("{")
      ? JSON.stringify(shortened(JSON.parse(line), prompt))
      : cut(line, LONGEST_LINE);
  } catch {
    return cut(line, LONGEST_LINE);
  }
}

function shortened(value: unknown, prompt: string): unknown {
  if (typeof value === "string") {
    const text = prompt === "" ? value : value.replace(prompt, () => SHORT_PROMPT.trim());
    return cut(text, LONGEST_TEXT);
  }
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map((one) => shortened(one, prompt));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one, prompt)]));
}

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`;

/** The model server counts its ids from its start: by their first appearance they are the same in every run. */
function numberIds(text: string): string {
  const known = new Map<string, string>();
  return text.replaceAll(/\b([a-z]+)_(\d{6})\b/g, (id: string, prefix: string) => {
    const name = known.get(id) ?? `${prefix}_${known.size + 1}`;
    known.set(id, name);
    return name;
  });
}
