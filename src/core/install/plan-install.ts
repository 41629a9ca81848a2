import { ARTIFACT, TEMPLATE } from "#core/install/artifact-paths";
import { ignoreLines, IGNORE_MARKERS } from "#core/install/ignore-lines";
import { BLOCK_MARKERS } from "#core/install/managed-block";
import { findRegion, upsertRegion, type Markers } from "#core/install/marked-region";
import { render } from "#core/prompt/template";
import { templateVars } from "#core/prompt/template-vars";
import { ToolError } from "#contracts/error";
import { MARKER_SENTINEL, TOOL_NAME } from "#contracts/names";
import type { InstallActionName } from "#contracts/project-rules";
import type { InstallationReport } from "#contracts/schema/install-report";
import type { Marker, MarkerOptions } from "#contracts/schema/marker";
import type { ProjectProfile } from "#contracts/schema/profile";
import { BACKLOG_SCHEMA_VERSION, MARKER_VARIANT, MARKER_VERSION } from "#contracts/versions";

export interface InstallInput {
  readonly projectName: string;
  /** Absolute. */
  readonly projectPath: string;
  readonly projectDescription?: string;
  /** Present texts of `artifactPaths`; null or absent: the file isn't there. */
  readonly facts: Readonly<Record<string, string | null>>;
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

interface PlannedWrite extends PlannedFile {
  readonly text: string;
}

export interface InstallPlan {
  /** In the order to be written: the marker, which says that all is there, comes last. */
  readonly writes: readonly PlannedWrite[];
  readonly report: InstallationReport;
  readonly marker: Marker;
}

/** What an installation will write; throws ALREADY_INSTALLED where a marker is, and CONFLICT naming a file whose markers are damaged. */
export function planInstall(input: InstallInput): InstallPlan {
  refuseSecondInstall(input);
  const texts = renderTemplates(input);
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
  const [first, ...rest] = files.filter((file): file is PlannedWrite => file.text !== null);
  return {
    writes: first === undefined ? rest : [...rest, first],
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
  const text = facts[ARTIFACT.marker] ?? null;
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

interface Texts {
  /** The whole instruction file, and the body of the block in it. */
  readonly instruction: string;
  readonly instructionBlock: string;
  readonly review: string;
  readonly progress: string;
  readonly schema: string;
  readonly block: string;
}

function renderTemplates(input: InstallInput): Texts {
  const vars = templateVars({ ...input, projectDescription: input.projectDescription ?? "" });
  const template = (name: string): string => input.templates[name] ?? "";
  const instruction = render(template(TEMPLATE.instruction), vars);
  const block = findRegion(instruction, BLOCK_MARKERS);
  return {
    instruction,
    instructionBlock: block.kind === "present" ? block.body : instruction,
    review: render(template(TEMPLATE.review), vars),
    progress: render(template(TEMPLATE.progress), vars),
    schema: template(TEMPLATE.schema),
    block: render(template(TEMPLATE.block), vars),
  };
}

function composeMarker(input: InstallInput, texts: Texts): Marker {
  return {
    [MARKER_SENTINEL]: true,
    version: MARKER_VERSION,
    variant: MARKER_VARIANT,
    installedAt: input.nowIso,
    installedBy: input.version,
    profile: input.profile,
    artifactHashes: {
      [ARTIFACT.instruction]: input.hash(texts.instructionBlock),
      [ARTIFACT.review]: input.hash(texts.review),
      [ARTIFACT.schema]: input.hash(texts.schema),
    },
    options: { ...input.options, runtime: "global" },
  };
}

/** An earlier installation's backlog is found again, whatever it holds. */
function planBacklog({ facts, projectName, projectDescription = "" }: InstallInput): PlannedFile {
  const path = ARTIFACT.backlog;
  const present = facts[path] ?? null;
  if (present !== null) return { path, text: null, action: "skipped", detail: "kept as it is" };
  const backlog = {
    $schema: `./${TEMPLATE.schema}`,
    schemaVersion: BACKLOG_SCHEMA_VERSION,
    project: projectName,
    description: projectDescription,
    items: [],
  };
  return { path, text: json(backlog), action: "created", detail: "no items yet" };
}

function planInstruction({ facts }: InstallInput, texts: Texts): PlannedFile {
  const path = ARTIFACT.instruction;
  const present = facts[path] ?? null;
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
  return (facts[path] ?? null) === null
    ? { path, text, action, detail }
    : { path, text: null, action: "skipped", detail: "kept as it is" };
}

function planSchema({ facts }: InstallInput, text: string): PlannedFile {
  const action = (facts[ARTIFACT.schema] ?? null) === null ? "created" : "updated";
  return { path: ARTIFACT.schema, text, action, detail: "" };
}

const planBlock = ({ facts }: InstallInput, path: string, body: string): PlannedFile =>
  merge(path, facts[path] ?? null, body, BLOCK_MARKERS, "a marked block");

function planIgnore({ facts, options }: InstallInput): PlannedFile {
  const lines = ignoreLines({ gitignoreScripts: options.gitignoreScripts === true });
  const path = ARTIFACT.gitignore;
  return merge(path, facts[path] ?? null, lines.join("\n"), IGNORE_MARKERS, `${lines.length} lines`);
}

function merge(
  path: string,
  present: string | null,
  body: string,
  markers: Markers,
  detail: string,
): PlannedFile {
  refuseDamage(path, present, markers);
  const text = upsertRegion(present, body, markers);
  if (text === present) return { path, text: null, action: "skipped", detail: "is already there" };
  return { path, text, action: present === null ? "created" : "merged", detail };
}

function refuseDamage(path: string, present: string | null, markers: Markers): void {
  const found = findRegion(present ?? "", markers);
  if (found.kind !== "damaged") return;
  throw new ToolError("CONFLICT", `The markers in ${path} ${found.why}.`, {
    details: { file: path },
    reason: `"${markers.begin}" and "${markers.end}" must enclose our part once. Nothing was written.`,
  });
}

function verifyWarning({ verify }: ProjectProfile): string[] {
  if (verify !== "") return [];
  return ["No verification commands were found; the agent is told to find the project's own."];
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
