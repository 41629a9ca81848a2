/** The options of a line, by long name without dashes; all values were checked against the table. */
export interface GivenOptions {
  readonly flag: (name: string) => boolean;
  readonly text: (name: string) => string | null;
  readonly number: (name: string) => number | null;
  /** Of a repeatable option, in the order of the line. */
  readonly list: (name: string) => readonly string[];
}

/** Switches have no value: an empty list. */
export function givenOptions(values: ReadonlyMap<string, readonly string[]>): GivenOptions {
  const text = (name: string): string | null => values.get(name)?.[0] ?? null;
  return {
    flag: (name) => values.has(name),
    text,
    number: (name) => {
      const value = text(name);
      return value === null ? null : Number(value);
    },
    list: (name) => values.get(name) ?? [],
  };
}
