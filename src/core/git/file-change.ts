/** What a diff does to one file; null where lines can't be counted, as in a binary. */
export interface FileChange {
  /** As named after the change, from the top level. */
  readonly path: string;
  readonly added: number | null;
  readonly removed: number | null;
}
