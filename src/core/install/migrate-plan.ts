import type { PlanStep } from "#core/install/plan-step";

/** One line of what a migration does. */
export interface MigrateAction {
  readonly action: "renamed" | "rewritten" | "removed" | "backup";
  readonly file: string;
  /** The new name, or what of it changes. */
  readonly detail: string;
}

export interface MigratePlan {
  readonly steps: readonly PlanStep[];
  readonly actions: readonly MigrateAction[];
}

export const NO_MIGRATION: MigratePlan = { steps: [], actions: [] };

export const joinPlans = (plans: readonly MigratePlan[]): MigratePlan => ({
  steps: plans.flatMap(({ steps }) => steps),
  actions: plans.flatMap(({ actions }) => actions),
});
