export interface ErrorRule {
  /** HTTP status. */
  readonly status: number;
  /** Exit code of the command line. */
  readonly exit: number;
}

/** Every error code, with what it means on both surfaces (spec: Errors). */
export const ERROR_TABLE = {
  FILE_NOT_FOUND: { status: 404, exit: 2 },
  INVALID_JSON: { status: 400, exit: 2 },
  VALIDATION_ERROR: { status: 400, exit: 2 },
  PATH_VIOLATION: { status: 400, exit: 2 },
  ALREADY_INSTALLED: { status: 409, exit: 2 },
  NOT_INSTALLED: { status: 404, exit: 2 },
  CONFLICT: { status: 409, exit: 2 },
  TRANSITION_INVALID: { status: 409, exit: 2 },
  LOCK_CONFLICT: { status: 409, exit: 2 },
  IO_ERROR: { status: 500, exit: 1 },
  INVALID_ID: { status: 400, exit: 2 },
  NOT_FOUND: { status: 404, exit: 2 },
  FORBIDDEN: { status: 403, exit: 2 },
  METHOD_NOT_ALLOWED: { status: 405, exit: 2 },
  PAYLOAD_TOO_LARGE: { status: 413, exit: 2 },
  INTERNAL_ERROR: { status: 500, exit: 1 },
  TARGET_MISSING: { status: 400, exit: 2 },
  TARGET_AMBIGUOUS: { status: 409, exit: 2 },
  TARGET_NOT_FOUND: { status: 404, exit: 2 },
  USAGE: { status: 400, exit: 2 },
} as const satisfies Record<string, ErrorRule>;

export type ErrorCode = keyof typeof ERROR_TABLE;

/** All codes, in the order of the table. */
export const ERROR_CODES = Object.keys(ERROR_TABLE) as readonly ErrorCode[];

/** A project file that can't be understood: the codes that are the caller's fault in a request body. */
const MALFORMED_FILE_STATUS = 422;

/** A command to type next, exactly as it works here and now. */
export interface Hint {
  readonly command: string;
  /** What the command does, shown beside it. */
  readonly purpose?: string | undefined;
  /** It names its own place: that of the line it answers is not added. */
  readonly placed?: boolean;
}

export interface ErrorExtra {
  /** Goes into the envelope: field and value, file, candidates. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** Why, in whole sentences; may have several lines. */
  readonly reason?: string | undefined;
  readonly hints?: readonly Hint[] | undefined;
  readonly cause?: unknown;
}

/** The one error that surfaces print; its message is one whole sentence about the user's things. */
export class ToolError extends Error {
  readonly code: ErrorCode;
  readonly details?: ErrorExtra["details"];
  readonly reason?: ErrorExtra["reason"];
  readonly hints?: ErrorExtra["hints"];

  constructor(code: ErrorCode, message: string, extra: ErrorExtra = {}) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.name = "ToolError";
    this.code = code;
    this.details = extra.details;
    this.reason = extra.reason;
    this.hints = extra.hints;
  }
}

/** The table's status, but 422 for a malformed file of a project (`details.file`), which is no fault of the request. */
export function httpStatus(error: { code: ErrorCode; details?: ErrorExtra["details"] }): number {
  const ofFile = typeof error.details?.["file"] === "string";
  const aboutShape = error.code === "INVALID_JSON" || error.code === "VALIDATION_ERROR";
  return ofFile && aboutShape ? MALFORMED_FILE_STATUS : ERROR_TABLE[error.code].status;
}
