import { shortTitle } from "#core/prompt/backlog-digest";
import { fitDiff } from "#core/prompt/fit-diff";
import { render } from "#core/prompt/template";
import { foldLine } from "#core/text/fold-line";
import { REVIEW_DIFF_BYTES } from "#contracts/limits";
import { SIGNALS } from "#contracts/names";
import type { FileChange } from "#core/git/file-change";
import type { BacklogPaths } from "#contracts/paths";
import type { BacklogItem } from "#contracts/schema/backlog-item";

export interface ReviewPromptInput {
  /** Text of the review file. */
  readonly instruction: string;
  /** The done items whose work is reviewed. */
  readonly items: readonly BacklogItem[];
  /** Where the diff starts, as git knows it; null: no start is known, and there is no diff. */
  readonly baseline: string | null;
  /** `git diff <baseline> HEAD`, or as much of it as was read. */
  readonly diff: string;
  /** All files that differ. */
  readonly files: readonly FileChange[];
  readonly paths: BacklogPaths;
  readonly vars?: Readonly<Record<string, string>>;
}

/** What a reviewer is told; what of the diff doesn't fit is named, never silently dropped. */
export function reviewPrompt(input: ReviewPromptInput): string {
  const sections = [
    render(input.instruction, input.vars ?? {}).trim(),
    `# Where things are\n\n- The project, and your working directory: ${input.paths.projectPath}\n- The backlog, read only: ${input.paths.backlog}`,
    `# The items whose work you review\n\n${input.items.map(itemLines).join("\n")}`,
    changes(input),
    closing,
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function itemLines(item: BacklogItem): string {
  const criteria = item.acceptanceCriteria.map((text) => `  - ${foldLine(text)}`);
  return [`- ${item.id} ${shortTitle(item.title)}`, ...criteria].join("\n");
}

function changes({ baseline, diff, files }: ReviewPromptInput): string {
  const heading = "# The changes";
  if (baseline === null) {
    return `${heading}\n\nThere is no diff: where the work began isn't known. Read the code that the items are about.`;
  }
  const command = `git diff ${baseline} HEAD`;
  if (diff.trim() === "" && files.length === 0)
    return `${heading}\n\n\`${command}\` is empty: nothing was changed.`;
  const { text, leftOut } = fitDiff(diff, REVIEW_DIFF_BYTES, files);
  const shown = text === "" ? "" : `\n\n<diff>\n${text.trimEnd()}\n</diff>`;
  const missing =
    leftOut.length === 0
      ? ""
      : `\n\nToo large to be shown here, to be read with \`${command} -- <file>\`:\n\n${leftOut.map((line) => `- ${line}`).join("\n")}`;
  return `${heading}\n\nThis is \`${command}\`, without the files of the loop itself.${shown}${missing}`;
}

const closing = [
  "# Before you end",
  "",
  "Change nothing. End your last message with exactly one signal, alone on the last line, as plain text outside of any code fence:",
  `${SIGNALS.review} followed by a colon and the JSON, all on one line, when there is something to mend; ${SIGNALS.done} when there is nothing.`,
].join("\n");
