/** Of the marker file (spec: Versioning). */
export const MARKER_VERSION = "1";
export const MARKER_VARIANT = "backlog-json";

/** What a backlog.json may carry as schemaVersion. */
export const BACKLOG_SCHEMA_VERSION = "1";

/** Carried by `status --json`; fields are only ever added under it. */
export const STATUS_SCHEMA_VERSION = "1";
