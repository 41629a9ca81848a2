import { BUDGET_EXTRA, BUDGET_FACTOR, BUDGET_FLOOR, DEFAULT_ESTIMATED_ITERATIONS } from "#contracts/limits";
import type { BacklogItem } from "#contracts/schema/backlog-item";

export interface Budget {
  readonly maxIterations: number;
  readonly source: "flag" | "marker" | "computed";
}

/** How many counted passes one process run may take (spec: Loop budget resolution). */
export function resolveBudget(input: {
  readonly flag: number | null;
  readonly marker: number | null;
  readonly items: readonly BacklogItem[];
}): Budget {
  if (input.flag !== null) return { maxIterations: input.flag, source: "flag" };
  if (input.marker !== null) return { maxIterations: input.marker, source: "marker" };
  const estimates = input.items
    .filter((item) => item.status === "pending")
    .map((item) => item.estimatedIterations ?? DEFAULT_ESTIMATED_ITERATIONS);
  // Items times their average is their sum.
  const sum = estimates.reduce((total, estimate) => total + estimate, 0);
  const computed = Math.ceil(sum * BUDGET_FACTOR) + BUDGET_EXTRA;
  return { maxIterations: Math.max(BUDGET_FLOOR, computed), source: "computed" };
}
