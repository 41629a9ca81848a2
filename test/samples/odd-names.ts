/** Names that a pattern of git reads as more than a name, or as bytes. */
export const ODD_NAMES: readonly string[] = [
  "café",
  "日本",
  "p🎉",
  "x*",
  "*",
  "x?",
  "[",
  "id]",
  "[id]",
  "\\",
  "end\\",
  "wow!",
  "!",
  ":x",
  "a b",
  "'q\"",
  "two\nlines",
];

/** Plain names that too wide a pattern for one of those would match. */
export const PLAIN_NAMES: readonly string[] = [
  "a",
  "ab",
  "caf",
  "end",
  "i",
  "id",
  "p",
  "wow",
  "x",
  "xy",
  "y",
];
