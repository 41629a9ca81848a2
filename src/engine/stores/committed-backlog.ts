import { countItems } from "#core/install/artifact-facts";
import { counted } from "#core/text/counted";
import type { Hint } from "#contracts/error";
import type { BacklogPaths } from "#contracts/paths";
import { committedFile } from "#engine/files/committed-file";
import type { Ports } from "#engine/ports";

export interface CommittedBacklog {
  readonly text: string;
  /** How to have it back, and how many items it has. */
  readonly hint: Hint;
}

/** The backlog as HEAD holds it, as committedFile gives it: asked for only where it is missing. */
export async function committedBacklog(ports: Ports, paths: BacklogPaths): Promise<CommittedBacklog | null> {
  const found = await committedFile(ports, paths, paths.backlog);
  if (found === null) return null;
  const items = countItems(found.text);
  const purpose = `back to the last commit${items === null ? "" : `, ${counted(items, "item")}`}`;
  return { text: found.text, hint: { command: found.checkout, purpose } };
}
