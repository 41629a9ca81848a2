/** What stands after the `?`: words, as they are typed there. */
export type PlainSearch = Readonly<Record<string, string | undefined>>;

/** The backlog page's filter, order, view and open item; an absent one has its default. */
export interface BacklogSearch {
  /** Text or id. */
  readonly q?: string;
  /** all, open, stuck, done. */
  readonly show?: string;
  /** Comma-separated, each. */
  readonly type?: string;
  readonly status?: string;
  readonly priority?: string;
  /** priority, id, status. */
  readonly sort?: string;
  /** list, graph. */
  readonly view?: string;
  /** The item in the panel; `new` for one that is being written. */
  readonly item?: string;
}

const BACKLOG_NAMES = ["q", "show", "type", "status", "priority", "sort", "view", "item"] as const;

export function readBacklogSearch(search: PlainSearch): BacklogSearch {
  return Object.fromEntries(
    BACKLOG_NAMES.map((name) => [name, search[name]] as const).filter(
      ([, value]) => value !== undefined && value !== "",
    ),
  );
}

/** Without the JSON of the router's own form: `?q=007` stays `007`. */
export function readSearch(text: string): PlainSearch {
  return Object.fromEntries(new URLSearchParams(text));
}

export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  const text = new URLSearchParams(given).toString();
  return text === "" ? "" : `?${text}`;
}
