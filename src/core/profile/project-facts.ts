/** What detection must be given of a project's folder. */
export interface ProjectFacts {
  /** The texts of `filesToRead`; null or absent: the file isn't there. */
  readonly files: Readonly<Record<string, string | null>>;
  /** Names of the folder's entries. */
  readonly entries: readonly string[];
}

export interface ProfileProblem {
  readonly file: string;
  /** syntax: not JSON at all; where it breaks is told by whoever reads files. shape: JSON of another kind. */
  readonly kind: "syntax" | "shape";
  /** Follows the file's name, without a full stop. */
  readonly message: string;
}
