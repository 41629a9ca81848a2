export const SEVERITIES = ["error", "warning"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Every code of the semantic validator with its severity; a backlog without an error is valid. */
export const FINDING_SEVERITY = {
  SCHEMA: "error",
  DUPLICATE_ID: "error",
  MISSING_DEPENDENCY: "error",
  DEPENDENCY_CYCLE: "error",
  SPEC_PATH_INVALID: "error",
  MISSING_SPEC: "error",
  EMPTY_AC: "warning",
  UNREACHABLE_ITEM: "warning",
  UNKNOWN_PROVIDER: "warning",
  BLOCKED_WITHOUT_REASON: "warning",
} as const satisfies Record<string, Severity>;

export type FindingCode = keyof typeof FINDING_SEVERITY;

/** All codes, errors first. */
export const FINDING_CODES = Object.keys(FINDING_SEVERITY) as readonly FindingCode[];
