/** Where a root directory may be named; null or empty: not there. */
export interface RootSources {
  readonly flag: string | null;
  readonly env: string | null;
  readonly config: string | null;
  readonly cwd: string;
}

export interface RootChoice {
  /** As named: what a flag or the environment says may still be relative to the working directory. */
  readonly path: string;
  readonly source: keyof RootSources;
}

/** The first that is named. Spec: Root directory resolution order. */
export function resolveRoot(sources: RootSources): RootChoice {
  for (const source of ["flag", "env", "config"] as const) {
    const path = sources[source];
    if (path !== null && path !== "") return { path, source };
  }
  return { path: sources.cwd, source: "cwd" };
}
