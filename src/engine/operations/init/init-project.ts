import { counted } from "#core/text/counted";
import { capRequirements } from "#core/init/cap-requirements";
import type { SeedItem } from "#core/init/parse-json-seed";
import { parseMarkdownSeed } from "#core/init/parse-markdown-seed";
import { planInit, type InitPlan } from "#core/init/plan-init";
import { ARTIFACT } from "#core/install/artifact-paths";
import { BLOCK_MARKERS } from "#core/install/managed-block";
import type { CommandOverrides } from "#core/profile/verify-command";
import { folderName } from "#core/projects/absolute-path";
import { TOOL_NAME } from "#contracts/names";
import { ToolError } from "#contracts/error";
import { REQUIREMENTS_CHARS } from "#contracts/limits";
import { STACK_PRESETS, type StackPreset } from "#contracts/project-rules";
import type { InstallationReport } from "#contracts/schema/install-report";
import { clearDeadSection } from "#engine/operations/install/clear-dead-section";
import { readGround, type Ground } from "#engine/operations/init/init-ground";
import { installProject } from "#engine/operations/install/install-project";
import type { GitRepository } from "#engine/git-port";
import type { Ports } from "#engine/ports";
import { atomicWrite, sweepTemps } from "#engine/files/atomic-write";

export interface InitRequest {
  /** Absolute; made where it isn't there. */
  readonly projectPath: string;
  /** The folder's own when absent. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** custom when absent: nothing is assumed. */
  readonly stack?: StackPreset | undefined;
  /** Instead of the preset's commands; "" switches one off. */
  readonly overrides: CommandOverrides;
  /** What the project grows from; without it, the seed's text. */
  readonly requirements?: string | undefined;
  readonly seedItems?: readonly SeedItem[] | undefined;
  /** Read as items, behind the others. */
  readonly seedMarkdown?: string | undefined;
  /** Of the tool. */
  readonly version: string;
}

export interface InitOutcome {
  readonly report: InstallationReport;
  /** Full hash of the first commit; null in a repository that has commits already. */
  readonly commit: string | null;
  /** Null in a repository whose HEAD is detached. */
  readonly branch: string | null;
  readonly itemCount: number;
}

/** Creates a project: folder, repository, skeleton of the stack, artifacts, seeded backlog, first commit (spec: Command-line interface, init). What was interrupted is finished by the same call; a folder that holds anything else is refused. */
export async function initProject(ports: Ports, request: InitRequest): Promise<InitOutcome> {
  const { projectPath } = request;
  const plan = planProject(request);
  const ground = await readGround(ports, projectPath, plan);

  await ports.files.makeDir(projectPath);
  const repository = ground.repository ?? (await makeRepository(ports, projectPath));
  for (const folder of ground.folders) await sweepTemps(ports, folder);
  for (const { path, text } of plan.files) {
    if (ground.present.has(path)) continue;
    await makeFolderOf(ports, `${projectPath}/${path}`);
    await atomicWrite(ports, `${projectPath}/${path}`, text);
  }
  const installed = await install(ports, request, ground);
  const first = ground.isOwnRepository ? await commitFirst(ports, repository) : NO_COMMIT;
  return {
    report: {
      ...installed,
      ...wholeReport(installed, plan, ground, [...seedWarnings(request, plan), ...first.warnings]),
    },
    commit: first.commit,
    branch: (await ports.git.head(repository)).branch,
    itemCount: plan.itemCount,
  };
}

/** Refuses what is no place for a new project, as initProject does; a stack that isn't chosen yet may be any. Writes nothing. */
export async function checkGround(ports: Ports, request: InitRequest): Promise<void> {
  let refusal: unknown = null;
  for (const stack of request.stack === undefined ? STACK_PRESETS : [request.stack]) {
    try {
      await readGround(ports, request.projectPath, planProject({ ...request, stack }));
      return;
    } catch (error) {
      refusal ??= error;
    }
  }
  throw refusal;
}

function planProject(request: InitRequest): InitPlan {
  const { projectPath, seedItems = [], seedMarkdown = "" } = request;
  return planInit({
    name: request.name ?? folderName(projectPath),
    description: request.description ?? "",
    stack: request.stack ?? "custom",
    overrides: request.overrides,
    items: [...seedItems, ...parseMarkdownSeed(seedMarkdown)],
  });
}

async function makeRepository(ports: Ports, projectPath: string): Promise<GitRepository> {
  await ports.git.init(projectPath);
  const made = await ports.git.repository(projectPath);
  if (made !== null) return made;
  throw new ToolError("CONFLICT", "git can't make a repository.", { details: { path: projectPath } });
}

async function makeFolderOf(ports: Ports, path: string): Promise<void> {
  await ports.files.makeDir(path.slice(0, path.lastIndexOf("/")));
}

/** Of an installation that was finished before, what it would say again. */
async function install(ports: Ports, request: InitRequest, ground: Ground): Promise<InstallationReport> {
  const { projectPath, name, description } = request;
  const projectName = name?.trim() ?? folderName(projectPath);
  if (ground.installed !== null) {
    await clearDeadSection(ports, projectPath);
    const { profile } = ground.installed;
    return { projectName, projectPath, actions: [], profile, warnings: [] };
  }
  return installProject(ports, {
    projectPath,
    projectName,
    projectDescription: description ?? "",
    // Where there are none but the description: it stands beside them anyway.
    requirements: capRequirements(requirementsOf(request)),
    overrides: request.overrides,
    options: {},
    version: request.version,
  });
}

function requirementsOf({ requirements, seedMarkdown }: InitRequest): string {
  return withoutMarkers(requirements ?? seedMarkdown ?? "");
}

/** What a person would otherwise find out in the night. */
function seedWarnings(request: InitRequest, { itemCount }: InitPlan): string[] {
  const empty = request.seedMarkdown !== undefined && itemCount === 0;
  const long = requirementsOf(request).length > REQUIREMENTS_CHARS;
  return [
    ...(empty ? ['The plan has no items: an item is a line such as "- [ ] <title>", or a heading.'] : []),
    ...(long ? [`The plan is long: of it, sessions are told the beginning, besides their own item.`] : []),
  ];
}

/** Somebody's text is put outside of our block, and must not look like one. */
function withoutMarkers(text: string): string {
  return Object.values(BLOCK_MARKERS)
    .reduce((rest, marker) => rest.replaceAll(marker, ""), text)
    .trim();
}

const NO_COMMIT = { commit: null, warnings: [] } as const;

const FALLBACK = { name: TOOL_NAME, email: `${TOOL_NAME}@localhost` };

/** A repository that has commits is somebody's: what to commit there is theirs to say. */
async function commitFirst(
  ports: Ports,
  repository: GitRepository,
): Promise<{ commit: string | null; warnings: readonly string[] }> {
  const { commit } = await ports.git.head(repository);
  if (commit !== null) return NO_COMMIT;
  const outcome = await ports.git.commitAll(repository, "Start", { fallbackIdentity: FALLBACK });
  if (outcome.kind === "failed") {
    throw new ToolError("CONFLICT", "The first commit failed; all files are there.", {
      reason: outcome.words.replaceAll(/^/gm, "  "),
      hints: [{ command: `git add -A && git commit -m "Start"`, purpose: "once that is mended" }],
    });
  }
  const unknown = outcome.identity === "fallback";
  return {
    commit: outcome.hash,
    warnings: unknown
      ? [
          `git knows no name of yours; the first commit is by "${FALLBACK.name}". Set user.name and user.email.`,
        ]
      : [],
  };
}

/** The installation found the backlog and our lines there, since they were written before it: that is no news. */
function wholeReport(
  installed: InstallationReport,
  plan: InitPlan,
  ground: Ground,
  warnings: readonly string[],
): Pick<InstallationReport, "actions" | "warnings"> {
  const detail = plan.itemCount === 0 ? "no items yet" : counted(plan.itemCount, "item");
  const known = installed.actions.map((action) =>
    action.file === ARTIFACT.backlog ? { ...action, action: "created" as const, detail } : action,
  );
  const listed = new Set(known.map(({ file }) => file));
  const own = plan.files.flatMap(({ path }) => {
    if (listed.has(path) && path !== ARTIFACT.gitignore) return [];
    const there = ground.present.has(path);
    return [
      {
        file: path,
        action: there ? ("skipped" as const) : ("created" as const),
        detail: there ? "kept as it is" : "",
      },
    ];
  });
  const rest = known.filter(({ file }) => !own.some((one) => one.file === file));
  return { actions: [...own, ...rest], warnings: [...installed.warnings, ...warnings] };
}
