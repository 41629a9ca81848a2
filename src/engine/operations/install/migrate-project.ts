import type { MigrateAction, MigratePlan } from "#core/install/migrate-plan";
import { legacyPaths, planMigrate } from "#core/install/plan-migrate";
import { folderName } from "#core/projects/absolute-path";
import { fileStamp } from "#core/text/file-stamp";
import { LEGACY, STATE_DIR, TOOL_NAME } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import { applySteps } from "#engine/operations/install/apply-steps";
import { clearDeadSection } from "#engine/operations/install/clear-dead-section";
import { findLegacyPointers, type LegacyPointer } from "#engine/operations/install/find-legacy-pointers";
import { refuseLegacyLoop } from "#engine/operations/install/refuse-legacy-loop";
import { refuseObstacles, surveyArtifacts, tryFolders } from "#engine/operations/install/survey-artifacts";
import type { Ports } from "#engine/ports";
import { namesIn, filesBelow } from "#engine/files/list-names";
import { readExactly } from "#engine/files/read-exactly";
import { withSection } from "#engine/files/write-section";
import { parseRecord } from "#engine/files/read-record";

export interface MigrateRequest {
  /** Writes nothing. */
  readonly dryRun: boolean;
  /** Keeps a copy of all that changes or moves. */
  readonly backup: boolean;
  /** Removes the copies that earlier migrations have kept. */
  readonly cleanBackups: boolean;
}

export interface MigrateReport {
  /** Of the project, or the home. */
  readonly path: string;
  readonly dryRun: boolean;
  /** Empty: there is nothing to migrate. */
  readonly actions: readonly MigrateAction[];
  /** Files that still point at the legacy directory: theirs, and never rewritten. */
  readonly left: readonly LegacyPointer[];
}

/** Renames a legacy installation to the present names (spec: Command-line interface, migrate); backfills nothing. Idempotent; LOCK_CONFLICT under a live loop. */
export async function migrateProject(
  ports: Ports,
  paths: BacklogPaths,
  request: MigrateRequest,
): Promise<MigrateReport> {
  const { projectPath } = paths;
  const report = async ({ steps, actions }: MigratePlan): Promise<MigrateReport> => ({
    path: projectPath,
    dryRun: request.dryRun,
    actions,
    left: await findLegacyPointers(ports, projectPath, steps),
  });
  if (!request.dryRun) await clearDeadSection(ports, projectPath);
  const first = await plan(ports, paths, request);
  if (request.dryRun || first.steps.length === 0) return report(first);
  refuseObstacles(await tryFolders(ports, projectPath));
  const done = await withSection(ports, paths.marker, async () => {
    const migration = await plan(ports, paths, request);
    const again = { command: `${TOOL_NAME} migrate`, purpose: "once that is mended" };
    await applySteps(ports, projectPath, migration.steps, again);
    return migration;
  });
  return report(done);
}

async function plan(ports: Ports, paths: BacklogPaths, request: MigrateRequest): Promise<MigratePlan> {
  const { projectPath } = paths;
  await refuseLegacyLoop(ports, paths);
  const texts: Record<string, string | null> = {};
  for (const path of legacyPaths) texts[path] = await readText(ports, `${projectPath}/${path}`);
  if (texts[LEGACY.markerFile] !== null) {
    const survey = await surveyArtifacts(ports, projectPath);
    refuseObstacles(survey.obstacles.filter(({ subject }) => subject !== LEGACY.markerFile));
    await requireObject(texts[LEGACY.markerFile] ?? "");
  }
  return planMigrate({
    projectName: folderName(projectPath),
    texts,
    legacyFiles: await filesBelow(ports, `${projectPath}/${LEGACY.stateDir}`),
    entries: await namesIn(ports, `${projectPath}/${STATE_DIR}`),
    installed: (await ports.files.stat(paths.marker)) !== null,
    stamp: fileStamp(ports.clock.now()),
    ...request,
    hash: (text) => ports.machine.sha256(text),
  });
}

/** Only whose name leads to a file: a folder is somebody else's. */
async function readText(ports: Ports, path: string): Promise<string | null> {
  return (await ports.files.stat(path))?.kind === "file" ? readExactly(ports, path) : null;
}

/** INVALID_JSON with its place where the marker can't be understood. */
async function requireObject(text: string): Promise<void> {
  const shownAs = LEGACY.markerFile;
  await parseRecord(text, { path: shownAs, kind: "marker", shape: () => true, shownAs });
}
