const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Tokens: `980`, `142 k`, `3.12 M`; never rounded up. */
export function tokenWords(count: number): string {
  if (count < 1_000) return String(Math.floor(count));
  if (count < 1_000_000) return `${Math.floor(count / 1_000)} k`;
  const millions = Math.floor(count / 10_000) / 100;
  return `${millions < 100 ? String(millions) : String(Math.floor(millions))} M`;
}

/** `1:26:14`, `0:03:36`: a length that is watched. */
export function watchedLength(ms: number): string {
  const time = Math.max(ms, 0);
  const two = (part: number) => String(Math.floor(part)).padStart(2, "0");
  return `${Math.floor(time / HOUR)}:${two((time % HOUR) / MINUTE)}:${two((time % MINUTE) / SECOND)}`;
}

/** To the second as far as it matters: `14 s`, `3 min 36 s`, `1 h 02 min`. */
export function exactLength(ms: number): string {
  const time = Math.max(ms, 0);
  const seconds = Math.floor((time % MINUTE) / SECOND);
  if (time < MINUTE) return `${seconds} s`;
  if (time < HOUR) return `${Math.floor(time / MINUTE)} min${seconds === 0 ? "" : ` ${seconds} s`}`;
  return `${Math.floor(time / HOUR)} h ${String(Math.floor((time % HOUR) / MINUTE)).padStart(2, "0")} min`;
}

/** `1 item`, `4 items`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${many}`;
}

/** `012`, `012 and 015`, `012, 015 and 9 more`. */
export function listedIds(ids: readonly string[], most = 3): string {
  const shown = ids.length > most ? ids.slice(0, most) : ids.slice(0, -1);
  const last = ids.length > most ? `${ids.length - most} more` : (ids.at(-1) ?? "");
  return shown.length === 0 ? last : `${shown.join(", ")} and ${last}`;
}

const CONTROLS =
  // oxlint-disable-next-line no-control-regex -- they are what is to be found
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** What can't be seen, made visible: an escape is `␛`. */
export function visibleText(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(CONTROLS, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "␡";
  });
}
