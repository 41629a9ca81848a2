import { cancel, intro, isCancel, log, select, text } from "@clack/prompts";
import { preparePrompts } from "#cli/commands/prepare-prompts";
import type { InitAnswers } from "#cli/commands/init/init";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { absolutePath } from "#core/projects/absolute-path";
import { ToolError } from "#contracts/error";
import type { StackPreset } from "#contracts/project-rules";
import { readSeed } from "#engine/operations/init/read-seed";
import type { Ports } from "#engine/ports";

interface Subject {
  readonly folder: string;
  /** The line says what it is called. */
  readonly named: boolean;
  readonly given: InitAnswers;
}

/** Name, stack, backlog: what the line doesn't say; null when the person leaves. The prompt library talks to the process's own terminal. */
export async function askInit(
  context: CommandContext,
  ports: Ports,
  { folder, named, given }: Subject,
): Promise<InitAnswers | null> {
  preparePrompts(context);
  intro(`Create ${clean(given.name ?? folder)}`);
  const name = named ? given.name : await askName(folder);
  if (name === null) return declined();
  const stack = given.stack ?? (await askStack());
  if (stack === null) return declined();
  const seedFile = given.seedFile ?? (await askSeed(context, ports));
  if (seedFile === null) return declined();
  return { name, stack, seedFile: seedFile === NONE ? undefined : seedFile };
}

const NONE = "";

function declined(): null {
  cancel("Nothing was written.");
  return null;
}

async function askName(folder: string): Promise<string | null> {
  const name = await text({ message: "What is it called?", initialValue: folder, defaultValue: folder });
  return isCancel(name) ? null : name;
}

const STACKS: readonly { readonly value: StackPreset; readonly label: string; readonly hint: string }[] = [
  { value: "node-typescript", label: "node-typescript", hint: "npm, vitest, tsc" },
  { value: "node-javascript", label: "node-javascript", hint: "npm, node --test" },
  { value: "python", label: "python", hint: "pytest, ruff" },
  { value: "go", label: "go", hint: "go test, go vet" },
  { value: "rust", label: "rust", hint: "cargo" },
  { value: "custom", label: "custom", hint: "no files but ours" },
];

async function askStack(): Promise<StackPreset | null> {
  const stack = await select<StackPreset>({ message: "Which stack?", options: [...STACKS] });
  return isCancel(stack) ? null : stack;
}

/** The file as typed; NONE: an empty backlog. */
async function askSeed(context: CommandContext, ports: Ports): Promise<string | null> {
  const from = await select<"empty" | "file">({
    message: "Which backlog?",
    options: [
      { value: "empty", label: "Empty" },
      { value: "file", label: "From a file", hint: "a plan in Markdown, or JSON" },
    ],
  });
  if (isCancel(from)) return null;
  if (from === "empty") return NONE;
  for (;;) {
    const typed = await text({
      message: "Which file?",
      placeholder: "plan.md",
      validate: (line) => (line?.trim() ? undefined : "Type the name of a file; Ctrl-C leaves."),
    });
    if (isCancel(typed)) return null;
    // No shell stands between that would know what it means.
    const file = typed.trim().replace(/^~(?=\/)/, () => context.host.homeDir);
    const fault = await faultOf(context, ports, file);
    if (fault === null) return file;
    log.error(fault);
  }
}

async function faultOf({ host }: CommandContext, ports: Ports, file: string): Promise<string | null> {
  try {
    await readSeed(ports, absolutePath(host.cwd, file));
    return null;
  } catch (error) {
    if (error instanceof ToolError) return clean(error.message);
    throw error;
  }
}
