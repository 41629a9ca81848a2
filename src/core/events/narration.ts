/** Names of the one glyph table. */
type NarrationGlyph =
  | "done"
  | "running"
  | "asks"
  | "blocked"
  | "deferred"
  | "retry"
  | "limit"
  | "paused"
  | "failed";

/** The first word of a plain line; `session` to `signal` are of the verbose level alone. */
type NarrationWord =
  | "start"
  | "done"
  | "retry"
  | "needs-human"
  | "blocked"
  | "deferred"
  | "silent"
  | "limit"
  | "sleep"
  | "wake"
  | "review"
  | "complete"
  | "paused"
  | "error"
  | "session"
  | "tool"
  | "tokens"
  | "exit"
  | "signal";

/** One thing to tell of a run, before any view lays it out or colours it. */
export interface Narration {
  /** Of the event, ISO 8601. */
  readonly at: string;
  readonly level: "normal" | "verbose";
  readonly word: NarrationWord;
  /** Null where the verbose level has none. */
  readonly glyph: NarrationGlyph | null;
  readonly id: string | null;
  /** A title is cut, a sentence wraps. */
  readonly says: "title" | "sentence";
  readonly text: string;
  /** At the right edge. */
  readonly fact: string | null;
  /** Short hash of a commit. */
  readonly hash: string | null;
  /** Under the title. */
  readonly detail: readonly string[];
  /** A time that the sentence ends with, for the view's own zone. */
  readonly untilMs: number | null;
}
