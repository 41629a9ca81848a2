const MOST = 3;

/** Files as a sentence names them: a few of them, or the first and how many more. */
export const namedFiles = (paths: readonly string[]): string =>
  paths.length <= MOST ? paths.join(", ") : `${paths[0] ?? ""} and ${paths.length - 1} more`;
