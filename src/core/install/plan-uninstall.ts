import { counted } from "#core/text/counted";
import { aliasOf, countItems, namesIn, textOf, type ArtifactFacts } from "#core/install/artifact-facts";
import { ARTIFACT } from "#core/install/artifact-paths";
import { IGNORE_MARKERS } from "#core/install/ignore-lines";
import { BLOCK_MARKERS } from "#core/install/managed-block";
import { findRegion, removeRegion, type Markers } from "#core/install/marked-region";
import { refuseDamage } from "#core/install/merge-region";
import type { PlanStep } from "#core/install/plan-step";
import { renderArtifacts, type ArtifactTexts } from "#core/install/render-artifacts";
import { compareStateNames, isArchived, stateName } from "#core/install/state-names";
import { FILES, STATE_DIR } from "#contracts/names";
import type { Marker } from "#contracts/schema/marker";
import type { ProjectProfile } from "#contracts/schema/profile";

export interface UninstallInput {
  /** The folder's name. */
  readonly projectName: string;
  readonly facts: ArtifactFacts;
  /** Null: it is gone, and the rest is taken out all the same. */
  readonly marker: Marker | null;
  /** Names in the state directory, folders with a slash at their end. */
  readonly entries: readonly string[];
  /** Names in its archive. */
  readonly archived: readonly string[];
  /** Whether the state directory is one, not a link of the user's. */
  readonly ownsStateDir: boolean;
  readonly keepData: boolean;
  /** Texts of `templateNames`. */
  readonly templates: Readonly<Record<string, string>>;
  /** SHA-256 in hex. */
  readonly hash: (text: string) => string;
}

/** One line of what goes or stays; paths are relative to the project. */
export interface UninstallRow {
  readonly kind: "remove" | "trim" | "keep";
  readonly path: string;
  /** Why, where it isn't plain. */
  readonly detail: string;
}

export interface UninstallPlan {
  readonly rows: readonly UninstallRow[];
  /** The marker goes last: until then the same command goes on from where it stopped. */
  readonly steps: readonly PlanStep[];
}

/** What an uninstallation takes out: what install made, on request the data, and nothing else. Empty where nothing is ours; throws CONFLICT naming a file whose markers are damaged. */
export function planUninstall(input: UninstallInput): UninstallPlan {
  const { facts } = input;
  const outcomes = [
    ...(textOf(facts, ARTIFACT.marker) === null ? [] : [remove(ARTIFACT.marker)]),
    ...leaveInstruction(input),
    ...leaveReview(input),
    ...(textOf(facts, ARTIFACT.schema) === null ? [] : [removeOwn(facts, ARTIFACT.schema)]),
    ...leaveRegion(facts, ARTIFACT.agents, BLOCK_MARKERS, "block"),
    ...leaveRegion(facts, ARTIFACT.claude, BLOCK_MARKERS, "block"),
    ...leaveRegion(facts, ARTIFACT.gitignore, IGNORE_MARKERS, "lines"),
    ...leaveData(input),
  ];
  if (outcomes.every(({ row }) => row.kind === "keep")) return { rows: [], steps: [] };
  return { rows: outcomes.map(({ row }) => row), steps: inOrder(input, outcomes) };
}

interface Outcome {
  readonly row: UninstallRow;
  readonly step: PlanStep | null;
}

const remove = (path: string, detail = ""): Outcome => ({
  row: { kind: "remove", path, detail },
  step: { kind: "remove", path },
});

const keep = (path: string, detail = ""): Outcome => ({ row: { kind: "keep", path, detail }, step: null });

const trim = (path: string, text: string, detail: string): Outcome => ({
  row: { kind: "trim", path, detail },
  step: { kind: "write", path, text },
});

/** A link that somebody has put in the place of our file is theirs. */
function removeOwn({ links }: ArtifactFacts, path: string, detail = ""): Outcome {
  const target = links[path];
  return target === undefined ? remove(path, detail) : keep(path, `a link to ${target}`);
}

/** What stands outside of its block is the user's, once it is another text than ours. */
function leaveInstruction(input: UninstallInput): Outcome[] {
  const { facts } = input;
  const path = ARTIFACT.instruction;
  const present = textOf(facts, path);
  if (present === null) return [];
  refuseDamage(path, present, BLOCK_MARKERS);
  const block = findRegion(present, BLOCK_MARKERS);
  if (!input.keepData) return [removeOwn(facts, path, block.kind === "present" ? "" : "you changed it")];
  if (block.kind !== "present") return [keep(path, "you changed it")];
  const rest = removeRegion(present, BLOCK_MARKERS).text.replace(/^(?:\r?\n)+/, "");
  const ours = removeRegion(renderOwn(input).instruction, BLOCK_MARKERS).text;
  return [bare(rest) === bare(ours) ? removeOwn(facts, path) : trim(path, rest, "the rest of it is yours")];
}

/** Ours as long as it stands as the tool wrote it. */
function leaveReview(input: UninstallInput): Outcome[] {
  const { facts, marker, hash } = input;
  const path = ARTIFACT.review;
  const present = textOf(facts, path);
  if (present === null) return [];
  const text = unixLines(present);
  const ours = text === renderOwn(input).review || hash(text) === marker?.artifactHashes[path];
  if (ours) return [removeOwn(facts, path)];
  return [input.keepData ? keep(path, "you changed it") : removeOwn(facts, path, "you changed it")];
}

/** As it would be written now. */
const renderOwn = ({ templates, projectName, facts, marker }: UninstallInput): ArtifactTexts =>
  renderArtifacts(templates, {
    projectName,
    projectDescription: "",
    ...namesIn(textOf(facts, ARTIFACT.backlog)),
    profile: marker?.profile ?? UNKNOWN_PROFILE,
  });

const UNKNOWN_PROFILE: ProjectProfile = {
  stack: "unknown",
  packageManager: null,
  monorepo: false,
  commands: { test: null, typecheck: null, lint: null, build: null, format: null },
  verify: "",
};

/** A file that was made for our part goes with it; of all others, and of what a link leads to, only our part goes. */
function leaveRegion(facts: ArtifactFacts, path: string, markers: Markers, part: string): Outcome[] {
  const present = textOf(facts, path);
  if (present === null) return [];
  refuseDamage(path, present, markers);
  if (findRegion(present, markers).kind === "absent") return [];
  const alias = aliasOf(facts, path);
  if (alias !== null) return [keep(path, `a link to ${alias}`)];
  const { text, onlyOurs } = removeRegion(present, markers);
  return onlyOurs && facts.links[path] === undefined
    ? [remove(path, `it holds nothing but our ${part}`)]
    : [trim(path, text, "")];
}

function leaveData({ entries, archived, keepData, facts }: UninstallInput): Outcome[] {
  return entries
    .filter((name) => stateName(name) !== "installed")
    .toSorted(compareStateNames)
    .map((name): Outcome => {
      const path = `${STATE_DIR}/${name}`;
      if (stateName(name) === "foreign") return keep(path, "not ours");
      const items = name === FILES.backlog ? countItems(textOf(facts, path)) : null;
      const detail = items === null ? "" : counted(items, "item");
      if (keepData) return keep(path, detail);
      if (!name.endsWith("/")) return remove(path, detail);
      return archived.every(isArchived) || name !== `${FILES.archive}/`
        ? { row: { kind: "remove", path, detail }, step: { kind: "remove-tree", path: path.slice(0, -1) } }
        : keep(path, "not all of it is ours");
    });
}

/** The user's files first, the marker at the very end. */
function inOrder({ ownsStateDir }: UninstallInput, outcomes: readonly Outcome[]): PlanStep[] {
  const steps = outcomes.flatMap(({ step }) => (step === null ? [] : [step]));
  const marker = steps.filter(({ path }) => path === ARTIFACT.marker);
  const emptied: PlanStep[] = ownsStateDir ? [{ kind: "remove-empty", path: STATE_DIR }] : [];
  const trims = steps.filter(({ kind }) => kind === "write");
  const rest = steps.filter((step) => !trims.includes(step) && !marker.includes(step));
  return [...trims, ...rest, ...emptied, ...marker];
}

const unixLines = (text: string): string => text.replaceAll("\r\n", "\n");

/** Whatever line breaks and blank lines an editor has left. */
const bare = (text: string): string =>
  unixLines(text)
    .replaceAll(/\s*\n\s*/g, "\n")
    .trim();
