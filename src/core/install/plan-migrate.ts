import { ARTIFACT } from "#core/install/artifact-paths";
import { convertMarker } from "#core/install/convert-legacy-marker";
import { LEGACY_BLOCK, LEGACY_IGNORE, renameRegion } from "#core/install/legacy-region";
import { renameWords } from "#core/install/legacy-words";
import { joinPlans, NO_MIGRATION, type MigrateAction, type MigratePlan } from "#core/install/migrate-plan";
import { cleanBackups, planBackup } from "#core/install/plan-legacy-backup";
import type { PlanStep } from "#core/install/plan-step";
import { ToolError } from "#contracts/error";
import { FILES, INSTRUCTION_FILE, LEGACY, MARKER_FILE, REVIEW_FILE, STATE_DIR } from "#contracts/names";

export interface MigrateInput {
  /** The folder's name. */
  readonly projectName: string;
  /** Of `legacyPaths`; null or absent: the file isn't there. */
  readonly texts: Readonly<Record<string, string | null>>;
  /** Every file below the legacy state directory, relative to it; null: there is no such directory. */
  readonly legacyFiles: readonly string[] | null;
  /** Names in the present state directory; null: there is none. */
  readonly entries: readonly string[] | null;
  /** Whether the present marker is there. */
  readonly installed: boolean;
  /** YYYYMMDD-HHmmss. */
  readonly stamp: string;
  readonly backup: boolean;
  readonly cleanBackups: boolean;
  /** SHA-256 in hex. */
  readonly hash: (text: string) => string;
}

/** The files whose present text a plan needs. */
export const legacyPaths: readonly string[] = [
  LEGACY.markerFile,
  LEGACY.instructionFile,
  `${LEGACY.stateDir}/${LEGACY.instructionFile}`,
  `${LEGACY.stateDir}/${INSTRUCTION_FILE}`,
  `${LEGACY.stateDir}/${REVIEW_FILE}`,
  ARTIFACT.instruction,
  ARTIFACT.review,
  ARTIFACT.agents,
  ARTIFACT.claude,
  ARTIFACT.gitignore,
];

/** How a legacy installation gets the present names (spec: Command-line interface, migrate). Empty where there is none; CONFLICT where a present one stands beside it. The marker is renamed last: until then the same command goes on from where it stopped. */
export function planMigrate(input: MigrateInput): MigratePlan {
  const cleaned = input.cleanBackups ? cleanBackups(input.entries, STATE_DIR) : NO_MIGRATION;
  if ((input.texts[LEGACY.markerFile] ?? null) === null) return cleaned;
  refuseBoth(input);
  const parts = [rewriteMarker(input), inStateDir(input), atTheTop(input), renameMarker];
  const changes = joinPlans(parts);
  const rewritten = changes.steps.flatMap((step) => (step.kind === "write" ? [step.path] : []));
  return joinPlans([cleaned, input.backup ? planBackup(input, rewritten) : NO_MIGRATION, changes]);
}

function refuseBoth({ installed, entries, legacyFiles, projectName }: MigrateInput): void {
  if (!installed && (entries === null || legacyFiles === null)) return;
  const [old, now] = installed ? [LEGACY.markerFile, MARKER_FILE] : [`${LEGACY.stateDir}/`, `${STATE_DIR}/`];
  throw new ToolError("CONFLICT", `${projectName} has both ${old} and ${now}.`, {
    details: { files: [old, now] },
    reason: `Migrating would have to mix the two. Take one away first. Nothing was written.`,
  });
}

/** Before the files: a hash is known by the text that it had, or by the one that it is going to have. */
function rewriteMarker({ texts, hash }: MigrateInput): MigratePlan {
  const path = LEGACY.markerFile;
  const text = texts[path] ?? "";
  const present = (name: string): string | null => texts[name] ?? null;
  const converted = convertMarker(text, {
    hash,
    review: present(`${LEGACY.stateDir}/${REVIEW_FILE}`) ?? present(ARTIFACT.review),
  });
  return converted === text
    ? NO_MIGRATION
    : { steps: [{ kind: "write", path, text: converted }], actions: [] };
}

const renameMarker: MigratePlan = {
  steps: [{ kind: "rename", path: LEGACY.markerFile, to: MARKER_FILE }],
  actions: [{ action: "renamed", file: LEGACY.markerFile, detail: MARKER_FILE }],
};

/** First the files in it, then the directory as a whole. */
function inStateDir({ texts, legacyFiles }: MigrateInput): MigratePlan {
  if (legacyFiles === null) return NO_MIGRATION;
  const from = LEGACY.stateDir;
  const renamed = legacyFiles.flatMap((path) => {
    const now = renamedFile(path);
    return now === path || legacyFiles.includes(now) ? [] : [{ path, now }];
  });
  const owned = [LEGACY.instructionFile, INSTRUCTION_FILE, REVIEW_FILE];
  const rewritten = owned.flatMap((name) => rewrite(texts, `${from}/${name}`));
  return {
    steps: [
      ...rewritten,
      ...renamed.map(({ path, now }): PlanStep => {
        return { kind: "rename", path: `${from}/${path}`, to: `${from}/${now}` };
      }),
      { kind: "rename", path: from, to: STATE_DIR },
    ],
    actions: [
      { action: "renamed", file: `${from}/`, detail: `${STATE_DIR}/` },
      ...renamed.map(({ path, now }): MigrateAction => {
        return { action: "renamed", file: `${from}/${path}`, detail: `${STATE_DIR}/${now}` };
      }),
      ...rewritten.map(({ path }): MigrateAction => {
        return { action: "rewritten", file: path, detail: "the names in it" };
      }),
    ],
  };
}

function renamedFile(path: string): string {
  if (path === LEGACY.instructionFile) return INSTRUCTION_FILE;
  if (path === LEGACY.logFile) return FILES.log;
  const archived = `-${LEGACY.logFile}`;
  return path.startsWith(`${FILES.archive}/`) && path.endsWith(archived)
    ? `${path.slice(0, -archived.length)}-${FILES.log}`
    : path;
}

function rewrite(texts: MigrateInput["texts"], path: string): (PlanStep & { kind: "write" })[] {
  const present = texts[path] ?? null;
  const text = renameWords(present ?? "");
  return present === null || text === present ? [] : [{ kind: "write", path, text }];
}

/** What lies beside the state directory: an instruction file, and our parts of the user's files. */
function atTheTop(input: MigrateInput): MigratePlan {
  const { texts } = input;
  const regions = [
    ...[ARTIFACT.agents, ARTIFACT.claude].map((path) => ({ path, markers: LEGACY_BLOCK })),
    { path: ARTIFACT.gitignore, markers: LEGACY_IGNORE },
  ].flatMap(({ path, markers }) => {
    const present = texts[path] ?? null;
    const text = present === null ? null : renameRegion(path, present, markers);
    return text === null || text === present ? [] : [{ path, text }];
  });
  return joinPlans([
    moveInstruction(input),
    {
      steps: regions.map(({ path, text }) => ({ kind: "write", path, text })),
      actions: regions.map(({ path }) => ({ action: "rewritten", file: path, detail: "its marked block" })),
    },
  ]);
}

/** Where the state directory holds none of its own; a copy that an interrupted run has made already is that one. */
function moveInstruction({ texts, legacyFiles }: MigrateInput): MigratePlan {
  const path = LEGACY.instructionFile;
  const present = texts[path] ?? null;
  const taken = legacyFiles?.some((name) => name === path || name === INSTRUCTION_FILE) ?? false;
  const there = texts[ARTIFACT.instruction] ?? null;
  if (present === null || taken) return NO_MIGRATION;
  const text = renameWords(present);
  if (there !== null && there !== text) return NO_MIGRATION;
  const to = ARTIFACT.instruction;
  return {
    steps: [
      ...(there === null ? [{ kind: "write" as const, path: to, text }] : []),
      { kind: "remove", path },
    ],
    actions: [{ action: "renamed", file: path, detail: to }],
  };
}
