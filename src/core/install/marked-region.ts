import { ToolError } from "#contracts/error";

/** Lines that enclose what is ours in a file of the user's. */
export interface Markers {
  readonly begin: string;
  readonly end: string;
}

/** Offsets in the whole text; `body` without the line breaks at its ends. */
export type FoundRegion =
  | { readonly kind: "absent" }
  | { readonly kind: "present"; readonly start: number; readonly end: number; readonly body: string }
  /** `why` follows "the markers". */
  | { readonly kind: "damaged"; readonly why: string };

const BOM = "\uFEFF";

/** What a region holds, whatever line breaks its file has: for comparing and hashing. */
export const bareBody = (body: string): string => body.replaceAll("\r\n", "\n").replace(/^\n+|\n+$/g, "");

/** The one region between our markers, each a line of its own; `end` lies behind the end marker, before its line break. */
export function findRegion(text: string, markers: Markers): FoundRegion {
  const begins = linesOf(text, markers.begin);
  const ends = linesOf(text, markers.end);
  const [begin] = begins;
  const [end] = ends;
  if (begin === undefined && end === undefined) return { kind: "absent" };
  if (begins.length > 1 || ends.length > 1) return { kind: "damaged", why: "stand there more than once" };
  if (begin === undefined) return { kind: "damaged", why: "have no beginning" };
  if (end === undefined) return { kind: "damaged", why: "have no end" };
  if (end.from < begin.from) return { kind: "damaged", why: "stand in the wrong order" };
  const body = text.slice(begin.to, end.from).replace(/^\r?\n|\r?\n$/g, "");
  return { kind: "present", start: begin.from, end: end.to, body };
}

/**
 * The text with our region holding the body: replaced where it stands, else at the end. All else stays byte for byte.
 * Its line breaks follow the text; whether a text that was there ended with one shows in whether the region does.
 */
export function upsertRegion(text: string | null, body: string, markers: Markers): string {
  const whole = text ?? "";
  const found = present(whole, markers);
  const eol = lineBreak(found === null ? whole : whole.slice(found.start));
  const region = [markers.begin, body.replace(/^(?:\r?\n)+|(?:\r?\n)+$/g, ""), markers.end]
    .join("\n")
    .replace(/\r?\n/g, eol);
  if (found !== null) return whole.slice(0, found.start) + region + whole.slice(found.end);
  if (text === null) return region + eol;
  if (whole === "" || whole === BOM) return whole + region;
  return whole.endsWith("\n") ? whole + eol + region + eol : whole + eol + eol + region;
}

/** The text without our region and the line breaks that came with it. `onlyOurs`: the file was made for the region, and holds nothing else. */
export function removeRegion(text: string, markers: Markers): { text: string; onlyOurs: boolean } {
  const found = present(text, markers);
  if (found === null) return { text, onlyOurs: false };
  const eol = lineBreak(text.slice(found.start));
  const before = text.slice(0, found.start);
  const after = text.slice(found.end);
  const rest = withoutGap(before, after, eol) + after.replace(/^\r?\n/, "");
  return { text: rest, onlyOurs: found.start === 0 && after !== "" && after.trim() === "" };
}

/** What stood before the region, without the blank line that set it apart; a line break of the user's own stays. */
function withoutGap(before: string, after: string, eol: string): string {
  if (after === "") return before.endsWith(eol + eol) ? before.slice(0, -2 * eol.length) : before;
  return before.endsWith(`\n${eol}`) ? before.slice(0, -eol.length) : before;
}

function present(text: string, markers: Markers): { start: number; end: number } | null {
  const found = findRegion(text, markers);
  if (found.kind === "absent") return null;
  if (found.kind === "present") return found;
  throw new ToolError("CONFLICT", `The markers ${found.why}.`, {
    reason: `"${markers.begin}" and "${markers.end}" enclose what the tool may replace.`,
  });
}

function linesOf(text: string, marker: string): { from: number; to: number }[] {
  const places: { from: number; to: number }[] = [];
  for (let from = text.indexOf(marker); from !== -1; from = text.indexOf(marker, from + 1)) {
    const to = from + marker.length;
    const head = text.slice(text.lastIndexOf("\n", from - 1) + 1, from);
    const tail = /^[^\n]*/.exec(text.slice(to))?.[0] ?? "";
    if (isBlank(head) && isBlank(tail)) places.push({ from, to });
  }
  return places;
}

/** trim() takes a byte order mark for space, too. */
const isBlank = (text: string): boolean => text.trim() === "";

/** The first one of a text stands for all of them. */
const lineBreak = (text: string): string => /\r?\n/.exec(text)?.[0] ?? "\n";
