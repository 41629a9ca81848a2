import { ARTIFACT } from "#core/install/artifact-paths";
import { reviewPrompt } from "#core/prompt/review-prompt";
import { itemPrompt } from "#core/prompt/item-prompt";
import { templateVars } from "#core/prompt/template-vars";
import { needsArchive } from "#core/backlog/select-item";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { LoopContext } from "#engine/loop/loop-context";
import type { ReviewSubject } from "#engine/loop/review-subject";
import { readArchivedDone } from "#engine/stores/archive-store";

/** The prompt of one item's session, from the files as they are now. */
export async function writePrompt(ctx: LoopContext, item: BacklogItem): Promise<string> {
  const { files } = ctx.ports;
  const { paths, run } = ctx;
  const instruction = await readInstruction(ctx, paths.instruction, ARTIFACT.instruction);
  const archived = needsArchive([item]) ? await readArchivedDone(ctx.ports, paths) : null;
  return itemPrompt({
    instruction,
    item,
    backlog: run.backlog,
    archivedTitles: archived?.titles ?? new Map<string, string>(),
    progress: (await files.read(paths.progress)) ?? "",
    paths,
    vars: variables(ctx),
  });
}

/** The prompt of a review's session. */
export async function writeReviewPrompt(ctx: LoopContext, subject: ReviewSubject): Promise<string> {
  const { items, from, diff } = subject;
  return reviewPrompt({
    instruction: await readInstruction(ctx, ctx.paths.review, ARTIFACT.review),
    items,
    baseline: from,
    diff: diff.text,
    files: diff.files,
    paths: ctx.paths,
    vars: variables(ctx),
  });
}

/** A backlog root of its own may have no such file: then the project's counts. */
async function readInstruction(ctx: LoopContext, path: string, ofProject: string): Promise<string> {
  const { files } = ctx.ports;
  return (await files.read(path)) ?? (await files.read(`${ctx.paths.projectPath}/${ofProject}`)) ?? "";
}

const variables = ({ run, marker }: LoopContext): ReturnType<typeof templateVars> =>
  templateVars({
    projectName: run.backlog.project,
    projectDescription: run.backlog.description,
    profile: marker.profile,
  });
