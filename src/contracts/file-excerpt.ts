/** Some lines of a file around the place of its fault: `details.excerpt` of INVALID_JSON. Cut and masked, so no copy of the file. */
export interface FileExcerpt {
  /** The number of the first of them, from 1. */
  readonly firstLine: number;
  readonly lines: readonly string[];
  /** Where the fault stands in its line as shown here, in UTF-16 units from 0. */
  readonly caret: number;
}
