import { counted } from "#core/text/counted";
import { aliasOf, textOf, type ArtifactFacts } from "#core/install/artifact-facts";
import { ARTIFACT } from "#core/install/artifact-paths";
import { findIgnoreLines, ignoreLines, IGNORE_MARKERS } from "#core/install/ignore-lines";
import { BLOCK_MARKERS, findBlock } from "#core/install/managed-block";
import { bareBody } from "#core/install/marked-region";
import { mergeRegion } from "#core/install/merge-region";
import { newBacklog } from "#core/install/plan-install";
import type { ArtifactTexts } from "#core/install/render-artifacts";
import { FILES } from "#contracts/names";
import type { InstallActionName } from "#contracts/project-rules";
import type { ArtifactState } from "#contracts/schema/install-report";
import type { Marker } from "#contracts/schema/marker";

/** One artifact as it stands against what this version writes. */
export interface Finding {
  readonly path: string;
  readonly state: ArtifactState;
  /** Why, beside the state. */
  readonly detail: string;
  /** The whole new text; null: the file stays as it is. */
  readonly text: string | null;
  /** What writing it comes to, and the words beside it. */
  readonly action: InstallActionName;
  readonly did: string;
  /** For the marker: of what is ours in it afterwards; null: nothing is. */
  readonly hash: string | null;
}

interface Inspection {
  readonly projectName: string;
  readonly facts: ArtifactFacts;
  readonly backlogAtHead: string | null;
  readonly progressAtHead: string | null;
  readonly marker: Marker;
  readonly version: string;
  readonly texts: ArtifactTexts;
  readonly hash: (text: string) => string;
}

/** Every artifact but the marker, in the order of a report. */
export function inspectArtifacts(input: Inspection): readonly Finding[] {
  const { instructionBlock, instruction, block } = input.texts;
  return [
    inspectBacklog(input),
    inspectBlock(input, ARTIFACT.instruction, instructionBlock, instruction),
    inspectReview(input),
    inspectProgress(input),
    inspectSchema(input),
    inspectBlock(input, ARTIFACT.agents, block),
    inspectBlock(input, ARTIFACT.claude, block),
    inspectIgnore(input),
  ];
}

const ok = (path: string, hash: string | null = null): Finding => ({
  path,
  state: "ok",
  detail: "",
  text: null,
  action: "skipped",
  did: "",
  hash,
});

/** Never touched where it is, whatever it holds. */
function inspectBacklog({ facts, projectName, backlogAtHead }: Inspection): Finding {
  const path = ARTIFACT.backlog;
  if (textOf(facts, path) !== null) return ok(path);
  if (backlogAtHead !== null) {
    const detail = "the last commit has it; update leaves it";
    return { ...ok(path), state: "missing", detail, did: "missing, the last commit has it" };
  }
  const copy = facts.backlogCopy;
  return {
    path,
    state: "missing",
    detail: copy === null ? "" : `its copy is there, ${FILES.backup}`,
    text: copy ?? newBacklog(projectName, ""),
    action: "created",
    did: copy === null ? "no items yet" : `from its copy, ${FILES.backup}`,
    hash: null,
  };
}

function inspectProgress({ facts, texts, progressAtHead }: Inspection): Finding {
  const path = ARTIFACT.progress;
  if (textOf(facts, path) !== null) return ok(path);
  const made = { ...ok(path), state: "missing", action: "created" } as const;
  if (progressAtHead === null) return { ...made, text: texts.progress };
  return { ...made, text: progressAtHead, did: "from the last commit" };
}

/** Ours as long as it stands as the tool wrote it. */
function inspectReview({ facts, texts, marker, version, hash }: Inspection): Finding {
  const path = ARTIFACT.review;
  const present = unixLines(textOf(facts, path));
  const written = { path, text: texts.review, hash: hash(texts.review) };
  if (present === texts.review) return ok(path, written.hash);
  const recorded = marker.artifactHashes[path] ?? null;
  if (present === null) {
    return { ...written, state: "missing", detail: "", action: "rendered", did: "what a reviewer is told" };
  }
  if (hash(present) === recorded) {
    return { ...written, state: "stale", detail: `${version} writes another`, action: "updated", did: "" };
  }
  const since = dayOf(ownMoment(facts, path));
  const detail = `yours${since === null ? "" : ` since ${since}`}; update leaves it`;
  return { ...ok(path, recorded), state: "kept", detail };
}

function inspectSchema({ facts, texts, marker, version, hash }: Inspection): Finding {
  const path = ARTIFACT.schema;
  const present = unixLines(textOf(facts, path));
  const written = { path, text: texts.schema, hash: hash(texts.schema), did: "" };
  if (present === texts.schema) return ok(path, written.hash);
  if (present === null) return { ...written, state: "missing", detail: "", action: "created" };
  return {
    ...written,
    action: "updated",
    ...deviation(marker, path, hash(present), version, "changed by hand"),
  };
}

/** `whole`: the text of a new file, where it has more than the block. */
function inspectBlock(input: Inspection, path: string, body: string, whole?: string): Finding {
  const { facts, marker, version } = input;
  const alias = aliasOf(facts, path);
  if (alias !== null) return { ...ok(path), detail: `a link to ${alias}` };
  const present = textOf(facts, path);
  const merged = mergeRegion(path, present, body, BLOCK_MARKERS);
  const text = present === null ? (whole ?? merged) : merged;
  const written = { path, text, hash: input.hash(bareBody(body)), did: "a marked block" };
  if (present === null) {
    const words = whole === undefined ? {} : { action: "rendered" as const, did: "what the agent is told" };
    return { ...written, state: "missing", detail: "", action: "created", ...words };
  }
  const found = findBlock(present);
  if (found.kind !== "present") {
    return { ...written, state: "missing", detail: "its marked block", action: "merged" };
  }
  const standing = bareBody(found.body);
  if (standing === bareBody(body)) return ok(path, written.hash);
  const why = deviation(marker, path, input.hash(standing), version, "changed inside the marked block");
  return { ...written, action: "updated", ...why };
}

function inspectIgnore({ facts, marker }: Inspection): Finding {
  const path = ARTIFACT.gitignore;
  const present = textOf(facts, path);
  const lines = ignoreLines({ gitignoreScripts: marker.options.gitignoreScripts === true });
  const text = mergeRegion(path, present, lines.join("\n"), IGNORE_MARKERS);
  const found = findIgnoreLines(present ?? "");
  const standing = found.kind === "present" ? bareBody(found.body).split("\n") : [];
  const absent = lines.filter((line) => !standing.includes(line)).length;
  const count = counted(absent, "line");
  if (absent > 0) {
    const action = present === null ? "created" : "merged";
    return { path, state: "missing", detail: count, text, action, did: count, hash: null };
  }
  if (standing.every((line) => lines.includes(line))) return ok(path);
  const detail = "changed inside the marked block";
  return { path, state: "edited", detail, text, action: "updated", did: "a marked block", hash: null };
}

/** Whether what stands there was written by a version of the tool, or by somebody else. */
function deviation(
  marker: Marker,
  path: string,
  standing: string,
  version: string,
  edited: string,
): Pick<Finding, "state" | "detail"> {
  const recorded = marker.artifactHashes[path];
  return recorded === undefined || recorded === standing
    ? { state: "stale", detail: `${version} writes another` }
    : { state: "edited", detail: edited };
}

/** A checkout may have other line breaks than what was written. */
const unixLines = (text: string | null): string | null => text?.replaceAll("\r\n", "\n") ?? null;

/** A clone or an unpacked archive gives all files its own moment: then nothing is known of the change. */
function ownMoment({ modifiedMs }: ArtifactFacts, path: string): number | undefined {
  const own = modifiedMs[path];
  if (own === undefined) return undefined;
  const came = [ARTIFACT.instruction, ARTIFACT.schema].every(
    (ours) => Math.abs(own - (modifiedMs[ours] ?? -Infinity)) < SAME_MOMENT_MS,
  );
  return came ? undefined : own;
}

const SAME_MOMENT_MS = 60_000;

/** `Nov 12`. */
function dayOf(ms: number | undefined): string | null {
  if (ms === undefined) return null;
  const [, day, month] = new Date(ms).toUTCString().split(" ");
  return `${month ?? ""} ${Number(day)}`;
}
