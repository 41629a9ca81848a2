import { aliasOf, namesIn, textOf, type ArtifactFacts } from "#core/install/artifact-facts";
import { ARTIFACT, TEMPLATE } from "#core/install/artifact-paths";
import { ignoreLines, IGNORE_MARKERS } from "#core/install/ignore-lines";
import { BLOCK_MARKERS } from "#core/install/managed-block";
import { bareBody, type Markers } from "#core/install/marked-region";
import { mergeRegion } from "#core/install/merge-region";
import type { PlanStep } from "#core/install/plan-step";
import { renderArtifacts, type ArtifactTexts } from "#core/install/render-artifacts";
import { ToolError } from "#contracts/error";
import { FILES, MARKER_SENTINEL, TOOL_NAME } from "#contracts/names";
import type { InstallActionName } from "#contracts/project-rules";
import type { InstallationReport } from "#contracts/schema/install-report";
import type { Marker, MarkerOptions } from "#contracts/schema/marker";
import type { ProjectProfile } from "#contracts/schema/profile";
import { BACKLOG_SCHEMA_VERSION, MARKER_VARIANT, MARKER_VERSION } from "#contracts/versions";

export interface InstallInput {
  /** Of a backlog that is made; one that is found again keeps its own. */
  readonly projectName: string;
  /** Absolute. */
  readonly projectPath: string;
  readonly projectDescription?: string;
  /** New projects only: the text that they grow from. */
  readonly requirements?: string;
  /** The backlog of the last commit, asked for where none is found. */
  readonly backlogAtHead?: string | null;
  readonly facts: ArtifactFacts;
  readonly profile: ProjectProfile;
  /** Chosen ones only. */
  readonly options: MarkerOptions;
  readonly version: string;
  readonly nowIso: string;
  /** Texts of `templateNames`. */
  readonly templates: Readonly<Record<string, string>>;
  /** SHA-256 in hex. */
  readonly hash: (text: string) => string;
  /** What preflight found and the report should repeat. */
  readonly warnings?: readonly string[];
}

interface PlannedFile {
  /** Relative to the project. */
  readonly path: string;
  /** The whole new text; null: the file stays as it is. */
  readonly text: string | null;
  readonly action: InstallActionName;
  readonly detail: string;
}

export interface InstallPlan {
  /** In their order: the marker, which says that all is there, comes last. */
  readonly steps: readonly PlanStep[];
  readonly report: InstallationReport;
  readonly marker: Marker;
}

/** What an installation will write; throws ALREADY_INSTALLED where a marker is, and CONFLICT naming a file whose markers are damaged. */
export function planInstall(input: InstallInput): InstallPlan {
  refuseSecondInstall(input);
  const texts = renderArtifacts(input.templates, {
    projectName: input.projectName,
    projectDescription: input.projectDescription ?? "",
    ...namesIn(textOf(input.facts, ARTIFACT.backlog) ?? input.backlogAtHead ?? null),
    ...(input.requirements !== undefined && { requirements: input.requirements }),
    profile: input.profile,
  });
  const marker = composeMarker(input, texts);
  const files: readonly PlannedFile[] = [
    { path: ARTIFACT.marker, text: json(marker), action: "created", detail: "" },
    planBacklog(input),
    planInstruction(input, texts),
    planOwned(input, ARTIFACT.review, texts.review, "rendered", "what a reviewer is told"),
    planOwned(input, ARTIFACT.progress, texts.progress, "created", ""),
    planSchema(input, texts.schema),
    planBlock(input, ARTIFACT.agents, texts.block),
    planBlock(input, ARTIFACT.claude, texts.block),
    planIgnore(input),
  ];
  const [first, ...rest] = files;
  return {
    steps: [...rest, ...(first === undefined ? [] : [first])].flatMap(({ path, text }) =>
      text === null ? [] : [{ kind: "write", path, text }],
    ),
    marker,
    report: {
      projectName: input.projectName,
      projectPath: input.projectPath,
      actions: files.map(({ path, action, detail }) => ({ file: path, action, detail })),
      profile: input.profile,
      warnings: [...(input.warnings ?? []), ...verifyWarning(input.profile)],
    },
  };
}

function refuseSecondInstall({ facts, projectName }: InstallInput): void {
  const text = textOf(facts, ARTIFACT.marker);
  if (text === null) return;
  throw new ToolError("ALREADY_INSTALLED", `${projectName} is already set up.`, {
    ...installedBy(text),
    hints: [{ command: `${TOOL_NAME} update` }],
  });
}

function installedBy(markerText: string): { reason?: string } {
  try {
    const { installedBy: by, installedAt: at } = JSON.parse(markerText) as Partial<Marker>;
    const [, day, month] = new Date(at ?? "").toUTCString().split(" ");
    if (by === undefined || day === undefined || month === undefined) return {};
    return { reason: `By ${by}, on ${month} ${Number(day)}.` };
  } catch {
    return {};
  }
}

function composeMarker(input: InstallInput, texts: ArtifactTexts): Marker {
  return {
    [MARKER_SENTINEL]: true,
    version: MARKER_VERSION,
    variant: MARKER_VARIANT,
    installedAt: input.nowIso,
    installedBy: input.version,
    profile: input.profile,
    artifactHashes: {
      [ARTIFACT.instruction]: input.hash(bareBody(texts.instructionBlock)),
      [ARTIFACT.review]: input.hash(texts.review),
      [ARTIFACT.schema]: input.hash(texts.schema),
      ...ofBlock(input, ARTIFACT.agents, texts),
      ...ofBlock(input, ARTIFACT.claude, texts),
    },
    options: { ...input.options, runtime: "global" },
  };
}

const ofBlock = ({ facts, hash }: InstallInput, path: string, { block }: ArtifactTexts): object =>
  aliasOf(facts, path) === null ? { [path]: hash(bareBody(block)) } : {};

/** An earlier installation's backlog is found again, whatever it holds, or else the copy that its last write left, or what is committed. */
function planBacklog(input: InstallInput): PlannedFile {
  const { facts, projectName, projectDescription = "", backlogAtHead = null } = input;
  const path = ARTIFACT.backlog;
  if (textOf(facts, path) !== null) return kept(path);
  if (facts.backlogCopy !== null) return foundBacklog(facts.backlogCopy, `from its copy, ${FILES.backup}`);
  if (backlogAtHead !== null) return foundBacklog(backlogAtHead, "from the last commit");
  const text = newBacklog(projectName, projectDescription);
  return { path, text, action: "created", detail: "no items yet" };
}

const foundBacklog = (text: string, detail: string): PlannedFile => ({
  path: ARTIFACT.backlog,
  text,
  action: "created",
  detail,
});

/** The text of a backlog without items. */
export function newBacklog(project: string, description: string): string {
  return json({
    $schema: `./${TEMPLATE.schema}`,
    schemaVersion: BACKLOG_SCHEMA_VERSION,
    project,
    description,
    items: [],
  });
}

function planInstruction({ facts }: InstallInput, texts: ArtifactTexts): PlannedFile {
  const path = ARTIFACT.instruction;
  const present = textOf(facts, path);
  const detail = "what the agent is told";
  if (present === null) return { path, text: texts.instruction, action: "rendered", detail };
  return merge(path, present, texts.instructionBlock, BLOCK_MARKERS, "its block; the rest is yours");
}

function planOwned(
  { facts }: InstallInput,
  path: string,
  text: string,
  action: InstallActionName,
  detail: string,
): PlannedFile {
  return textOf(facts, path) === null ? { path, text, action, detail } : kept(path);
}

const kept = (path: string): PlannedFile => ({
  path,
  text: null,
  action: "skipped",
  detail: "kept as it is",
});

function planSchema({ facts }: InstallInput, text: string): PlannedFile {
  const action = textOf(facts, ARTIFACT.schema) === null ? "created" : "updated";
  return { path: ARTIFACT.schema, text, action, detail: "" };
}

function planBlock({ facts }: InstallInput, path: string, body: string): PlannedFile {
  const alias = aliasOf(facts, path);
  if (alias !== null) return { path, text: null, action: "skipped", detail: `a link to ${alias}` };
  return merge(path, textOf(facts, path), body, BLOCK_MARKERS, "a marked block");
}

function planIgnore({ facts, options }: InstallInput): PlannedFile {
  const lines = ignoreLines({ gitignoreScripts: options.gitignoreScripts === true });
  const path = ARTIFACT.gitignore;
  return merge(path, textOf(facts, path), lines.join("\n"), IGNORE_MARKERS, `${lines.length} lines`);
}

function merge(
  path: string,
  present: string | null,
  body: string,
  markers: Markers,
  detail: string,
): PlannedFile {
  const text = mergeRegion(path, present, body, markers);
  if (text === present) return { path, text: null, action: "skipped", detail: "is already there" };
  return { path, text, action: present === null ? "created" : "merged", detail };
}

function verifyWarning({ verify }: ProjectProfile): string[] {
  if (verify !== "") return [];
  return ["No verification commands were found; the agent is told to find the project's own."];
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
