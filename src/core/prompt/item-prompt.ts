import { counted } from "#core/text/counted";
import { BLOCK_MARKERS } from "#core/install/managed-block";
import { backlogDigest, shortTitle } from "#core/prompt/backlog-digest";
import { lastLines } from "#core/prompt/last-lines";
import { render } from "#core/prompt/template";
import { foldLine } from "#core/text/fold-line";
import { PROGRESS_PROMPT_BYTES } from "#contracts/limits";
import { SIGNALS } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";

const MARKERS: readonly string[] = Object.values(BLOCK_MARKERS);

export interface ItemPromptInput {
  /** Text of the instruction file. */
  readonly instruction: string;
  readonly item: BacklogItem;
  readonly backlog: Backlog;
  /** Titles of archived done items by id. */
  readonly archivedTitles: ReadonlyMap<string, string>;
  /** Text of progress.md, "" when there is none. */
  readonly progress: string;
  readonly paths: BacklogPaths;
  /** For `{{name}}` in the instruction and the criteria; see template-vars. */
  readonly vars?: Readonly<Record<string, string>>;
}

/**
 * What a session is told. No line of it is a signal: an agent may echo its prompt. The order is the spec's: the task,
 * a person's answer, the backlog, what was learned.
 */
export function itemPrompt(input: ItemPromptInput): string {
  const { item, backlog, paths, vars = {} } = input;
  const sections = [
    instructionText(input.instruction, vars),
    files(paths),
    task(input),
    answer(item),
    `# The backlog\n\n${backlogDigest(backlog.items, paths.backlog)}`,
    learned(input),
    closing(item),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

/** Without the markers of our block, which mean nothing to an agent. */
function instructionText(text: string, vars: Readonly<Record<string, string>>): string {
  const lines = render(text, vars).split("\n");
  return lines
    .filter((line) => !MARKERS.includes(line.trim()))
    .join("\n")
    .trim();
}

function files(paths: BacklogPaths): string {
  return [
    "# Where things are",
    "",
    `- The project, and your working directory: ${paths.projectPath}`,
    `- The backlog, read only: ${paths.backlog}`,
    `- What sessions have learned, yours to add to: ${paths.progress}`,
  ].join("\n");
}

function task(input: ItemPromptInput): string {
  const { item, vars = {} } = input;
  const criteria = item.acceptanceCriteria.map((text, index) => `${index + 1}. ${render(text, vars)}`);
  return [
    `# Your item: ${item.id} ${foldLine(item.title)}`,
    `Type ${item.type}, priority ${item.priority} (1 is the highest).${estimate(item)}`,
    item.description === "" ? "" : `<description>\n${item.description}\n</description>`,
    section(
      "Acceptance criteria",
      criteria.length === 0 ? ["None are given: go by the description."] : criteria,
    ),
    section("Notes", item.notes === undefined ? [] : [item.notes]),
    section("Read before you start", bullets(item.specReferences ?? [])),
    section("Working in parallel", delegation(item)),
    section("What it builds on", bullets((item.dependsOn ?? []).map((id) => dependency(id, input)))),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

const section = (heading: string, lines: readonly string[]): string =>
  lines.length === 0 ? "" : [`## ${heading}`, "", ...lines].join("\n");

const bullets = (lines: readonly string[]): string[] => lines.map((line) => `- ${line}`);

function estimate(item: BacklogItem): string {
  const count = item.estimatedIterations;
  if (count === undefined) return "";
  return ` It was estimated at about ${counted(count, "session")}: a hint, not a limit.`;
}

function delegation({ agentDelegation: hint }: BacklogItem): string[] {
  if (hint === undefined) return [];
  const { recommendedConcurrency: concurrency, strategy, subtasks = [] } = hint;
  return [
    "If you can start agents of your own, the work may be split; see that they are done before you end.",
    ...(concurrency === undefined ? [] : [`At the same time: about ${concurrency}.`]),
    ...(strategy === undefined ? [] : [`How: ${strategy}`]),
    ...bullets(subtasks),
  ];
}

function dependency(id: string, { backlog, archivedTitles }: ItemPromptInput): string {
  const item = backlog.items.find((one) => one.id === id);
  if (item !== undefined) return `${id} ${shortTitle(item.title)}: ${item.status}`;
  const title = archivedTitles.get(id);
  return title === undefined ? `${id}: not in the backlog` : `${id} ${shortTitle(title)}: done, archived`;
}

const answer = ({ humanAnswer }: BacklogItem): string =>
  humanAnswer === undefined ? "" : `# Human's Answer to Your Previous Question\n\n${humanAnswer}`;

function learned({ progress, paths }: ItemPromptInput): string {
  if (progress.trim() === "") return "";
  const { text, cut } = lastLines(progress, PROGRESS_PROMPT_BYTES);
  const note = cut ? `Its last part; the whole is ${paths.progress}.\n\n` : "";
  return `# What earlier sessions have learned\n\n${note}<progress>\n${text.trim()}\n</progress>`;
}

function closing(item: BacklogItem): string {
  return [
    "# Before you end",
    "",
    `Work on item ${item.id} only. Verify in the foreground and wait for the result before you answer. Commit nothing.`,
    `Then end your last message with exactly one signal, alone on the last line, as plain text outside of any code fence: ${SIGNALS.done} when every criterion is met and verified, ${SIGNALS.blocked}:<reason> when it can't be done here, ${SIGNALS.needsHuman}:<question> when only a person can decide.`,
  ].join("\n");
}
