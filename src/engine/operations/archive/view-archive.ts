import { ToolError } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { ArchiveMonth } from "#contracts/schema/archive";
import { checkMonth } from "#engine/operations/archive/check-month";
import type { Ports } from "#engine/ports";
import { readMonth } from "#engine/stores/archive-store";

/** The items of one month; NOT_FOUND when nothing was archived in it. */
export async function viewArchive(
  ports: Ports,
  paths: BacklogPaths,
  input: { readonly month: string },
): Promise<ArchiveMonth> {
  checkMonth(input.month);
  const found = await readMonth(ports, paths, input.month);
  if (found !== null) return found;
  throw new ToolError("NOT_FOUND", `The archive has no items of ${input.month}.`, {
    details: { month: input.month },
    hints: [{ command: `${TOOL_NAME} backlog archive list`, purpose: "see the months" }],
  });
}
