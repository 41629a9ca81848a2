import { ARTIFACT } from "#core/install/artifact-paths";
import { itemPrompt } from "#core/prompt/item-prompt";
import { templateVars } from "#core/prompt/template-vars";
import { needsArchive } from "#core/backlog/select-item";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { LoopContext } from "#engine/loop/loop-context";
import { readArchivedDone } from "#engine/stores/archive-store";

/** The prompt of one item's session, from the files as they are now. */
export async function writePrompt(ctx: LoopContext, item: BacklogItem): Promise<string> {
  const { files } = ctx.ports;
  const { paths, run } = ctx;
  const instruction =
    (await files.read(paths.instruction)) ?? (await files.read(projectInstruction(ctx))) ?? "";
  const archived = needsArchive([item]) ? await readArchivedDone(ctx.ports, paths) : null;
  return itemPrompt({
    instruction,
    item,
    backlog: run.backlog,
    archivedTitles: archived?.titles ?? new Map<string, string>(),
    progress: (await files.read(paths.progress)) ?? "",
    paths,
    vars: templateVars({
      projectName: run.backlog.project,
      projectDescription: run.backlog.description,
      profile: ctx.marker.profile,
    }),
  });
}

/** A backlog root of its own may have no instruction file: then the project's counts. */
const projectInstruction = (ctx: LoopContext): string => `${ctx.paths.projectPath}/${ARTIFACT.instruction}`;
