import { SIGNALS } from "#contracts/names";
import { cleanText } from "#core/text/clean-text";
import { maskSecrets } from "#core/text/mask-secrets";

/** The end of a stream, fit to be stored and shown. */
export interface Tail {
  line(text: string): void;
  /** At most the given number of characters: no controls, no credentials, and no signal word that a later reader could take for one. */
  text(): string;
}

const WORDS = new RegExp(Object.values(SIGNALS).join("|"), "g");

export function createTail(chars: number): Tail {
  // Escapes are removed from what is kept only, so more than asked for is held until then.
  const held = 4 * chars;
  let kept = "";
  return {
    line(text) {
      kept += text.length > held ? `${text.slice(-held)}\n` : `${text}\n`;
      if (kept.length > 2 * held) kept = kept.slice(-held);
    },
    text() {
      // Before the cut: half a key is none that can be told.
      const clean = maskSecrets(cleanText(kept.replaceAll("\r\n", "\n"))).trimEnd();
      const masked = clean.replaceAll(WORDS, (word) => word.replaceAll("_", "-"));
      return withoutHalf(masked.slice(-chars));
    },
  };
}

/** A cut may have gone through a character of two units. */
const withoutHalf = (text: string): string =>
  text.length > 0 && text.charCodeAt(0) >= 0xdc00 && text.charCodeAt(0) <= 0xdfff ? text.slice(1) : text;
