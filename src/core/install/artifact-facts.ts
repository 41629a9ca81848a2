import { ARTIFACT } from "#core/install/artifact-paths";

/** What of an installation is there, by path relative to the project. */
export interface ArtifactFacts {
  /** Present texts of `artifactPaths`, byte for byte; null or absent: the file isn't there. */
  readonly texts: Readonly<Record<string, string | null>>;
  /** Artifacts that are links, with where they lead, relative to the project: the user's own, never replaced. */
  readonly links: Readonly<Record<string, string>>;
  /** Last changes, in milliseconds. */
  readonly modifiedMs: Readonly<Record<string, number>>;
  /** Text of the copy that every write of the backlog leaves. */
  readonly backlogCopy: string | null;
}

export const NO_FACTS: ArtifactFacts = { texts: {}, links: {}, modifiedMs: {}, backlogCopy: null };

/** Of a file that isn't there null. */
export const textOf = ({ texts }: ArtifactFacts, path: string): string | null => texts[path] ?? null;

/** The artifact that another one is a mere name of: what is written to one stands in both. */
export function aliasOf({ links }: ArtifactFacts, path: string): string | null {
  const target = links[path];
  return target !== undefined && Object.values<string>(ARTIFACT).includes(target) ? target : null;
}

/** Name and description that a backlog was given, as templates ask for them; nothing where it can't be read. */
export function namesIn(backlogText: string | null): { projectName?: string; projectDescription?: string } {
  const value = parsed(backlogText);
  const named = (key: string): string | undefined => {
    const found = value?.[key];
    return typeof found === "string" && found !== "" ? found : undefined;
  };
  const [name, description] = [named("project"), named("description")];
  return {
    ...(name !== undefined && { projectName: name }),
    ...(description !== undefined && { projectDescription: description }),
  };
}

/** The number of items in a backlog's text; null where it can't be told. */
export function countItems(backlogText: string | null): number | null {
  const items = parsed(backlogText)?.["items"];
  return Array.isArray(items) ? items.length : null;
}

function parsed(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
