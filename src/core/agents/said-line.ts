import { foldLine } from "#core/text/fold-line";

/** What agents put before their own message. */
const LEAD = /^(?:[■⚠✗✘●]\uFE0F? ?)?(?:\w*Error: |\[API Error: )?/i;

/** A line of an agent's output as its banners and failures are looked for in: clean, without typographic signs and without what leads to the message. */
export function saidLine(line: string): string {
  return foldLine(line)
    .replaceAll("’", "'")
    .replaceAll(/[\u00a0\u202f]/g, " ")
    .replace(LEAD, "");
}
