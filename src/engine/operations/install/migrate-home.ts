import type { MigratePlan } from "#core/install/migrate-plan";
import { planMigrateHome } from "#core/install/plan-migrate-home";
import type { PlanStep } from "#core/install/plan-step";
import { fileStamp } from "#core/text/file-stamp";
import { legacyLines } from "#core/install/legacy-words";
import { GLOBAL_DIR, LEGACY, TOOL_NAME } from "#contracts/names";
import { globalPaths } from "#contracts/paths";
import { applySteps } from "#engine/operations/install/apply-steps";
import { isGone } from "#engine/operations/install/find-legacy-pointers";
import type { MigrateReport, MigrateRequest } from "#engine/operations/install/migrate-project";
import { refuseLegacyServer } from "#engine/operations/install/refuse-legacy-loop";
import type { Ports } from "#engine/ports";
import { filesBelow, namesIn } from "#engine/files/list-names";

/** Renames the legacy registry in the home (spec: Command-line interface, migrate --global); idempotent, LOCK_CONFLICT while the legacy tool runs. */
export async function migrateHome(ports: Ports, request: MigrateRequest): Promise<MigrateReport> {
  const { home } = ports.machine;
  await refuseLegacyServer(ports);
  const { steps, actions } = await plan(ports, request);
  if (!request.dryRun && steps.length > 0) {
    const again = { command: `${TOOL_NAME} migrate --global`, purpose: "once that is mended" };
    await applySteps(ports, home, steps, again);
  }
  return { path: home, dryRun: request.dryRun, actions, left: await leftIn(ports, steps) };
}

async function plan(ports: Ports, request: MigrateRequest): Promise<MigratePlan> {
  const legacy = `${ports.machine.home}/${LEGACY.globalDir}`;
  const { dir, config } = globalPaths(ports.machine.home);
  return planMigrateHome({
    legacyEntries: await namesIn(ports, legacy),
    entries: await namesIn(ports, dir),
    legacyFiles: (await filesBelow(ports, legacy)) ?? [],
    legacyConfig: await readObject(ports, `${legacy}/config.json`),
    config: await readObject(ports, config),
    stamp: fileStamp(ports.clock.now()),
    ...request,
  });
}

async function readObject(ports: Ports, path: string): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = JSON.parse((await ports.files.read(path)) ?? "null");
    return typeof value === "object" && !Array.isArray(value)
      ? (value as Record<string, unknown> | null)
      : null;
  } catch {
    return null;
  }
}

/** Settings that say the legacy names, and what both registries have. */
async function leftIn(ports: Ports, steps: readonly PlanStep[]): Promise<MigrateReport["left"]> {
  const { home } = ports.machine;
  const text = (await ports.files.read(globalPaths(home).config).catch(() => null)) ?? "";
  const lines = legacyLines(text);
  const names = (await namesIn(ports, `${home}/${LEGACY.globalDir}`)) ?? [];
  const both = names.filter((name) => !goesAlong(steps, name.replace(/\/$/, "")));
  return [
    ...(lines.length === 0 ? [] : [{ file: `~/${GLOBAL_DIR}/config.json`, lines }]),
    ...both.map((name) => ({ file: `~/${LEGACY.globalDir}/${name}`, lines: [] })),
  ];
}

/** By itself, or with the whole registry. */
const goesAlong = (steps: readonly PlanStep[], name: string): boolean =>
  isGone(steps, LEGACY.globalDir) || isGone(steps, `${LEGACY.globalDir}/${name}`);
