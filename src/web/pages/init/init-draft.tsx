import { ToolError } from "#contracts/error";
import type { StackPreset } from "#contracts/project-rules";
import type { CreateItemInput } from "#contracts/schema/item-input";
import type { ProfileCommands, ProjectProfile } from "#contracts/schema/profile";
import { planInit } from "#core/init/plan-init";
import { stackSkeleton } from "#core/init/stack-skeleton";
import { detectProfile } from "#core/profile/detect-profile";
import { isProjectId } from "#core/projects/project-id";
import { choicesOf, overridesOf, type CommandChoices } from "#web/forms/command-rows";
import { readSeed, withChanges, type SeedChanges } from "#web/pages/init/read-seed";

/** Where the first backlog comes from. */
export type SeedKind = "empty" | "import" | "inline";

/** An item that is written by hand. */
export interface InlineItem {
  readonly key: number;
  readonly title: string;
  readonly type: CreateItemInput["type"];
  readonly priority: CreateItemInput["priority"];
  readonly description: string;
  /** One a line. */
  readonly criteria: string;
  /** Description and criteria are shown. */
  readonly open: boolean;
}

export interface InitDraft {
  readonly at: number;
  readonly reached: number;
  readonly name: string;
  readonly description: string;
  readonly stack: StackPreset;
  readonly commands: CommandChoices;
  readonly kind: SeedKind;
  /** Pasted, or of a file. */
  readonly text: string;
  readonly changes: SeedChanges;
  readonly inline: readonly InlineItem[];
}

const FIRST_STACK: StackPreset = "node-typescript";

export const FRESH_INIT: InitDraft = {
  at: 0,
  reached: 0,
  name: "",
  description: "",
  stack: FIRST_STACK,
  commands: choicesOf(profileOf(FIRST_STACK).commands),
  kind: "import",
  text: "",
  changes: {},
  inline: [],
};

/** What detection will find in the skeleton of a stack. */
export function profileOf(stack: StackPreset): ProjectProfile {
  const files = stackSkeleton(stack, { name: "project", description: "" });
  return detectProfile({ files, entries: Object.keys(files) }).profile;
}

/** Null: it can be the name of a folder directly below the root. */
export function nameFault(name: string): string | null {
  const typed = name.trim();
  if (typed === "") return "Type a name.";
  return isProjectId(typed) && !typed.startsWith(".")
    ? null
    : "It is the folder's name, too: no slashes, no dot in front.";
}

/** The items of the chosen kind. */
export function itemsOf(draft: InitDraft): readonly CreateItemInput[] {
  switch (draft.kind) {
    case "empty":
      return [];
    case "import":
      return withChanges(readSeed(draft.text).items, draft.changes);
    case "inline":
      return draft.inline.filter(({ title }) => title.trim() !== "").map(inputOf);
  }
}

function inputOf({ title, type, priority, description, criteria }: InlineItem): CreateItemInput {
  const lines = criteria
    .split("\n")
    .map((line) => line.trim().replace(/^[-*]\s+/, ""))
    .filter((line) => line !== "");
  return {
    title: title.trim(),
    type,
    priority,
    ...(description.trim() !== "" && { description: description.trim() }),
    ...(lines.length > 0 && { acceptanceCriteria: lines }),
  };
}

/** Commands that were changed. */
function commandsOfBody(draft: InitDraft): Partial<Record<keyof ProfileCommands, string>> {
  const overrides = overridesOf(draft.commands, profileOf(draft.stack).commands);
  return Object.fromEntries(Object.entries(overrides).map(([name, line]) => [name, line ?? ""]));
}

/** What is sent: a plan in Markdown as it stands, so that the project grows from its text, else the items. */
export function bodyOf(draft: InitDraft) {
  const untouched = Object.keys(draft.changes).length === 0;
  const markdown = draft.kind === "import" && readSeed(draft.text).format === "markdown";
  const items = itemsOf(draft);
  const commands = commandsOfBody(draft);
  return {
    name: draft.name.trim(),
    stack: draft.stack,
    ...(draft.description.trim() !== "" && { description: draft.description.trim() }),
    ...(Object.keys(commands).length > 0 && { commands }),
    ...(markdown && untouched ? { seedMarkdown: draft.text } : items.length > 0 && { seedItems: items }),
    ...(markdown && !untouched && { requirements: draft.text }),
  };
}

export interface InitOutlook {
  /** Of the stack and the backlog, relative to the project. */
  readonly files: readonly string[];
  /** Why the server would refuse it, a sentence. */
  readonly fault: string | null;
}

/** What the server would make of the draft, by the same rules. */
export function outlookOf(draft: InitDraft): InitOutlook {
  try {
    const { name, description = "" } = bodyOf(draft);
    const plan = planInit({
      name,
      description,
      stack: draft.stack,
      overrides: commandsOfBody(draft),
      items: itemsOf(draft),
    });
    return { files: plan.files.map(({ path }) => path), fault: null };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { reason } = error;
    return { files: [], fault: reason === undefined ? error.message : `${error.message} ${reason}` };
  }
}
