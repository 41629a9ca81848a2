import { canAsk } from "#cli/commands/ask";
import { initScreen } from "#cli/commands/init/init-screen";
import type { CommandContext } from "#cli/context";
import { absolutePath, folderName, tildePath } from "#core/projects/absolute-path";
import { shellWord } from "#core/text/shell-word";
import { closestWord } from "#core/text/closest-word";
import { ToolError, type Hint } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { backlogPaths } from "#contracts/paths";
import { COMMAND_NAMES, STACK_PRESETS, type StackPreset } from "#contracts/project-rules";
import { hintAfterInstall } from "#engine/operations/install/hint-after-install";
import {
  checkGround,
  initProject,
  type InitOutcome,
  type InitRequest,
} from "#engine/operations/init/init-project";
import { readSeed } from "#engine/operations/init/read-seed";
import type { Ports } from "#engine/ports";

/** What the line says; undefined: it doesn't, and a person may be asked. */
export interface InitAnswers {
  readonly name?: string | undefined;
  readonly stack?: StackPreset | undefined;
  /** As typed. */
  readonly seedFile?: string | undefined;
}

/** Asks on a terminal for what the line leaves open; without one, and with --yes, nothing. */
export async function run(context: CommandContext): Promise<number> {
  const { host, options } = context;
  const projectPath = absolutePath(host.cwd, context.args[0] ?? ".");
  context.place.path = context.args[0] ?? null;
  const ports = await host.connect();
  const given: InitAnswers = {
    name: options.text("name") ?? undefined,
    stack: stackOf(options.text("stack")),
    seedFile: options.text("seed") ?? undefined,
  };
  const bare = await requestOf(context, ports, projectPath, given);
  await checkGround(ports, bare);

  const asks = canAsk(context) && !options.flag("yes");
  const answers = asks ? await ask(context, ports, projectPath, given) : given;
  if (answers === null) return EXIT.error;
  const request = answers === given ? bare : await requestOf(context, ports, projectPath, answers);
  const outcome = await initProject(ports, request);
  await report(context, ports, outcome, answers);
  return EXIT.ok;
}

function stackOf(given: string | null): StackPreset | undefined {
  if (given === null) return undefined;
  const stack = STACK_PRESETS.find((preset) => preset === given);
  if (stack !== undefined) return stack;
  const near = closestWord(given, STACK_PRESETS);
  throw new ToolError("VALIDATION_ERROR", `There is no stack "${given}".`, {
    details: { field: "stack", value: given },
    reason: `${near === null ? `There are ${STACK_PRESETS.join(", ")}.` : `Did you mean ${near}?`} Nothing was written.`,
  });
}

async function requestOf(
  { host, options }: CommandContext,
  ports: Ports,
  projectPath: string,
  { name, stack, seedFile }: InitAnswers,
): Promise<InitRequest> {
  const overrides = COMMAND_NAMES.map((command) => [command, options.text(`${command}-cmd`) ?? undefined]);
  const seed = seedFile === undefined ? {} : await readSeed(ports, absolutePath(host.cwd, seedFile));
  return {
    projectPath,
    name,
    stack,
    description: options.text("description") ?? undefined,
    overrides: Object.fromEntries(overrides) as InitRequest["overrides"],
    version: host.version,
    ...seed,
  };
}

/** Null: the person doesn't want it. */
async function ask(
  context: CommandContext,
  ports: Ports,
  projectPath: string,
  given: InitAnswers,
): Promise<InitAnswers | null> {
  const named = given.name !== undefined || context.args[0] !== undefined;
  if (named && given.stack !== undefined && given.seedFile !== undefined) return given;
  const { askInit } = await import("#cli/commands/init/ask-init");
  return askInit(context, ports, { folder: folderName(projectPath), named, given });
}

async function report(
  context: CommandContext,
  ports: Ports,
  outcome: InitOutcome,
  answers: InitAnswers,
): Promise<void> {
  const { host, pen } = context;
  for (const sentence of outcome.report.warnings) context.warn({ sentence });
  if (context.json) {
    const { commit, branch, itemCount: items } = outcome;
    context.data({ ...outcome.report, commit, branch, items });
    return;
  }
  const shownPath = tildePath(outcome.report.projectPath, host.homeDir);
  const seedName = answers.seedFile === undefined ? null : folderName(answers.seedFile);
  const hints = await hintsAfter(context, ports, outcome);
  context.say(initScreen(pen, outcome, { shownPath, seedName, hints }));
}

/** One after the other as they stand, from the new folder on. */
async function hintsAfter(
  { host }: CommandContext,
  ports: Ports,
  { report, commit, itemCount }: InitOutcome,
): Promise<Hint[]> {
  const [, add, run] = await hintAfterInstall(ports, backlogPaths(report.projectPath));
  const away = report.projectPath !== host.cwd;
  const relative = report.projectPath.startsWith(`${host.cwd}/`)
    ? report.projectPath.slice(host.cwd.length + 1)
    : report.projectPath;
  return [
    ...(away ? [{ command: `cd ${shellWord(relative)}` }] : []),
    ...(commit === null ? [{ command: `git add -A && git commit -m "Start"` }] : []),
    ...(itemCount === 0 && add !== undefined ? [add] : []),
    ...(run === undefined ? [] : [run]),
  ];
}
