/** The end of a call that may be kept after a first look at it: a token and an exit code. */
const END_CHARS = 80;

/** What a call says on one of the shell's streams, up to the line that ends it. */
export interface ShellStream {
  /** What comes after its end, for the next call; null while it hasn't ended. */
  hear(text: string): string | null;
  /** What the line at its end says; null before. */
  status(): string | null;
  /** The end of it, where it is longer than what is kept. */
  text(): string;
  wasCut(): boolean;
}

/** Looks at every character once or twice, however the text comes in pieces. */
export function createShellStream(token: string, keptChars: number): ShellStream {
  const end = `\n${token} `;
  let kept = "";
  /** The last of what was heard: an end may have begun in it. */
  let open = "";
  let status: string | null = null;
  let cut = false;
  const keep = (text: string): void => {
    kept += text;
    if (kept.length <= 2 * keptChars) return;
    kept = kept.slice(-keptChars);
    cut = true;
  };
  return {
    hear(text) {
      open += text;
      const at = open.indexOf(end);
      const over = at < 0 ? -1 : open.indexOf("\n", at + end.length);
      if (over < 0) {
        const sure = at < 0 ? Math.max(0, open.length - END_CHARS) : at;
        keep(open.slice(0, sure));
        open = open.slice(sure);
        return null;
      }
      keep(open.slice(0, at));
      status = open.slice(at + end.length, over);
      const rest = open.slice(over + 1);
      open = "";
      return rest;
    },
    status: () => status,
    text: () => (kept + open).slice(cut ? -keptChars : 0),
    wasCut: () => cut,
  };
}
