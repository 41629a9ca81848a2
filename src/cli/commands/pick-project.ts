import { isCancel, select } from "@clack/prompts";
import { preparePrompts } from "#cli/commands/prepare-prompts";
import { progressWords } from "#cli/commands/watch/state-words";
import type { CommandContext } from "#cli/context";
import { padEnd, widest } from "#cli/render/width";
import { folderName } from "#core/projects/absolute-path";
import { LOOP_STATE_LABELS } from "#contracts/loop-states";
import { backlogPaths } from "#contracts/paths";
import { readStatus } from "#engine/operations/loop/read-status";
import type { Ports } from "#engine/ports";

/** Asks which of the projects is meant; null when the person leaves. */
export async function pickProject(
  context: CommandContext,
  ports: Ports,
  paths: readonly string[],
): Promise<string | null> {
  preparePrompts(context);
  const columns = widest(paths.map(folderName));
  const options = await Promise.all(
    paths.map(async (path) => ({
      value: path,
      label: `${padEnd(folderName(path), columns)}  ${await stateWords(ports, path, context)}`.trimEnd(),
    })),
  );
  const picked = await select({ message: "Which project?", options });
  return isCancel(picked) ? null : picked;
}

/** A project that can't be read is offered all the same, without a word on its state. */
const stateWords = async (ports: Ports, path: string, { pen }: CommandContext): Promise<string> => {
  try {
    const { report } = await readStatus(ports, backlogPaths(path));
    return `${LOOP_STATE_LABELS[report.loopState].label}${pen.glyphs.dot}${progressWords(report)}`;
  } catch {
    return "";
  }
};
