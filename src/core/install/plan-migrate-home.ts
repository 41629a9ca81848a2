import { joinPlans, NO_MIGRATION, type MigrateAction, type MigratePlan } from "#core/install/migrate-plan";
import { cleanBackups, isBackup, isHalfMade, planBackup } from "#core/install/plan-legacy-backup";
import type { PlanStep } from "#core/install/plan-step";
import { GLOBAL_DIR, LEGACY } from "#contracts/names";

export interface MigrateHomeInput {
  /** Names in the legacy registry of the home, and in the present one; null: there is none. */
  readonly legacyEntries: readonly string[] | null;
  readonly entries: readonly string[] | null;
  /** Every file below the legacy registry, relative to it. */
  readonly legacyFiles: readonly string[];
  /** Parsed; null where it is absent or no object. */
  readonly legacyConfig: Readonly<Record<string, unknown>> | null;
  readonly config: Readonly<Record<string, unknown>> | null;
  /** YYYYMMDD-HHmmss. */
  readonly stamp: string;
  readonly backup: boolean;
  readonly cleanBackups: boolean;
}

/** Of a server and of loops that are gone. */
const DEAD = ["server.json", "active/"];
const CONFIG = "config.json";

/** How the legacy registry in the home gets its present name; settings that are made already win. Empty where there is none. */
export function planMigrateHome(input: MigrateHomeInput): MigratePlan {
  const { legacyEntries, legacyFiles, stamp, entries } = input;
  const cleaned = input.cleanBackups ? cleanBackups(entries, GLOBAL_DIR) : NO_MIGRATION;
  if (legacyEntries === null) return inHome(cleaned);
  const backup = input.backup ? planBackup({ legacyFiles, entries, stamp, texts: {} }, []) : NO_MIGRATION;
  const useless = legacyEntries.filter((name) => DEAD.includes(name) || isHalfMade(name));
  const dead: MigratePlan = { steps: useless.map(removal), actions: [] };
  const made = backup.steps.length > 0 ? [`legacy-${stamp}.bak/`] : [];
  const moving = [...legacyEntries.filter((name) => !useless.includes(name)), ...made];
  return joinPlans([
    inHome(cleaned),
    inHome(backup),
    dead,
    entries === null ? RENAME : merge(input, moving, entries),
  ]);
}

const inHome = ({ steps, actions }: MigratePlan): MigratePlan => ({
  steps,
  actions: actions.map((action) => ({ ...action, file: `~/${action.file}` })),
});

const removal = (name: string): PlanStep => {
  const path = `${LEGACY.globalDir}/${name}`;
  return name.endsWith("/") ? { kind: "remove-tree", path: path.slice(0, -1) } : { kind: "remove", path };
};

const RENAME: MigratePlan = {
  steps: [{ kind: "rename", path: LEGACY.globalDir, to: GLOBAL_DIR }],
  actions: [{ action: "renamed", file: `~/${LEGACY.globalDir}/`, detail: `~/${GLOBAL_DIR}/` }],
};

/** What the present registry lacks moves over; what both have stays where it is. */
function merge(input: MigrateHomeInput, moving: readonly string[], entries: readonly string[]): MigratePlan {
  const from = LEGACY.globalDir;
  const moved = moving.filter((name) => !entries.includes(name));
  const moves = moved.map((name): PlanStep => {
    const bare = name.replace(/\/$/, "");
    return { kind: "rename", path: `${from}/${bare}`, to: `${GLOBAL_DIR}/${bare}` };
  });
  const actions = moved
    .filter((name) => !isBackup(name))
    .map((name): MigrateAction => {
      return { action: "renamed", file: `~/${from}/${name}`, detail: `~/${GLOBAL_DIR}/${name}` };
    });
  const rest: MigratePlan = { steps: [...moves, { kind: "remove-empty", path: from }], actions };
  return joinPlans([mergeConfig(input), rest]);
}

/** Both have settings: those of the legacy one fill the gaps. */
function mergeConfig({ legacyEntries, entries, legacyConfig, config }: MigrateHomeInput): MigratePlan {
  const both = legacyEntries?.includes(CONFIG) === true && entries?.includes(CONFIG) === true;
  if (!both || legacyConfig === null || config === null) return NO_MIGRATION;
  const file = `${GLOBAL_DIR}/${CONFIG}`;
  const text = `${JSON.stringify({ ...legacyConfig, ...config }, null, 2)}\n`;
  return {
    steps: [
      { kind: "write", path: file, text },
      { kind: "remove", path: `${LEGACY.globalDir}/${CONFIG}` },
    ],
    actions: [{ action: "rewritten", file: `~/${file}`, detail: "what it lacked is taken over" }],
  };
}
