const KIB = 1024;
const MIB = 1024 * KIB;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

// The loop and its budget (spec: Limits).

export const LOOPS_PER_PROJECT = 1;
/** Where neither a flag nor the marker says and nothing is computed. */
export const DEFAULT_MAX_ITERATIONS = 20;
/** Computed budget: ceil(pending × average estimate × factor) + extra, never below the floor. */
export const BUDGET_FACTOR = 1.5;
export const BUDGET_EXTRA = 5;
export const BUDGET_FLOOR = 20;
/** What an item without an estimate counts in a computed budget. */
export const DEFAULT_ESTIMATED_ITERATIONS = 1;
/** Retries after the first attempt. */
export const DEFAULT_MAX_RETRIES = 3;
/** One agent process; fractions are allowed. */
export const SESSION_TIMEOUT_MINUTES = 60;
/** The last that a clock can tell: no session may end after it. */
export const LAST_MOMENT_MS = 8.64e15;
/** Consecutive infra errors that halt the loop. */
export const CIRCUIT_BREAKER_THRESHOLD = 3;
/** Consecutive passes without a session that halt the loop. */
export const MAX_NO_OP_PASSES = 3;
/** Pauses after the first and second infra error; each later one is twice the one before. */
export const INFRA_PAUSES_MS = [1 * SECOND_MS, 5 * SECOND_MS] as const;
export const INFRA_PAUSE_MAX_MS = 60 * SECOND_MS;
/** Re-entries into the main loop after a review created items. */
export const MAX_REVIEW_REENTRIES = 1;

// Items.

/** New ids are padded to this many digits. */
export const ID_DIGITS = 3;
export const MIN_CONCURRENCY = 2;
export const MIN_REVIEW_ITEMS = 1;
export const MIN_ACCEPTANCE_CRITERIA = 1;

// Sessions.

/** An exit that isn't 0 within this time is an infra error. */
export const FAST_EXIT_MS = 10 * SECOND_MS;
/** Kept of stdout and of stderr, in characters. */
export const TAIL_CHARS = 2000;
/** Longest reason taken from a signal line. */
export const REASON_CHARS = 2000;
/** Longest reason taken from the paragraph before a bare needs-human signal. */
export const NEEDS_HUMAN_PARAGRAPH_CHARS = 500;
/** From SIGTERM to SIGKILL. */
export const KILL_GRACE_MS = 5 * SECOND_MS;
/** An agent that has sent its final result may take this long to exit. */
export const RESULT_EXIT_MS = 30 * SECOND_MS;
/** CANCEL, a signal or a suspended machine is noticed within this time. */
export const CANCEL_NOTICE_MS = 2 * SECOND_MS;
/** Silence without a tool call in flight before a stuck warning. */
export const STUCK_SILENT_MS = 5 * MINUTE_MS;
/** Silence with a tool call in flight before a stuck warning. */
export const STUCK_TOOL_MS = 30 * MINUTE_MS;
/** The runner touches iteration-status.json this often while an agent runs. */
export const ITERATION_TOUCH_MS = 15 * SECOND_MS;
/** An iteration-status.json younger than this is fresh. */
export const ITERATION_FRESH_MS = 60 * SECOND_MS;
export const RECENT_TOOLS = 10;
/** A longer output line arrives cut to LINE_KEPT_BYTES. */
export const LINE_MAX_BYTES = 4 * MIB;
export const LINE_KEPT_BYTES = 64 * KIB;
/** A longer prompt never goes by argument. */
export const ARGUMENT_PROMPT_BYTES = 32 * KIB;

// Usage limits of the agent.

export const FIVE_HOURS_MS = 5 * HOUR_MS;
export const SEVEN_DAYS_MS = 7 * 24 * HOUR_MS;
/** Percent at which a window counts as used up, and what is reported when only a banner is known. */
export const USAGE_FULL_PERCENT = 100;
/** First sleep when the reset time is unknown; later ones lengthen to the maximum. */
export const LIMIT_PROBE_MS = 15 * MINUTE_MS;
export const LIMIT_PROBE_MAX_MS = HOUR_MS;
/** Waited for a rate that is free again by itself where the agent says no time, twice as long each time; so often, then it is taken for a usage limit. */
export const RATE_WAIT_MS = MINUTE_MS;
export const RATE_WAITS = 3;
/** Slept when the reset time is already past. */
export const LIMIT_PAST_RESET_MS = 60 * SECOND_MS;
/** The usage endpoint is asked at most this often. */
export const USAGE_PREFLIGHT_MS = 5 * MINUTE_MS;

// Prompts.

export const BACKLOG_PROMPT_LINES = 200;
export const BACKLOG_PROMPT_BYTES = 16 * KIB;
export const BACKLOG_PROMPT_DONE_ITEMS = 10;
/** The last bytes of progress.md. */
export const PROGRESS_PROMPT_BYTES = 32 * KIB;
/** Of the plan that a new project grows from: it stands in TOOL.md, and so in every prompt. */
export const REQUIREMENTS_CHARS = 8 * KIB;
/** A longer diff is summarised by file. */
export const REVIEW_DIFF_BYTES = 100 * KIB;
/** Of a diff no more is read; files beyond are known by their counts alone. */
export const REVIEW_DIFF_READ_BYTES = 8 * MIB;
/** A review that meets a usage limit is tried once more. */
export const REVIEW_ATTEMPTS = 2;

// Files.

/** A larger file is refused by name. */
export const MAX_FILE_BYTES = 256 * MIB;
/** Longest wait for another of our processes that writes the same file; then LOCK_CONFLICT. */
export const LOCK_SECTION_WAIT_MS = 5 * SECOND_MS;

// Surfaces.

/** Redraw of `status --follow` and `follow`. */
export const POLL_INTERVAL_SECONDS = 2;
export const LOG_TAIL_LINES = 20;
export const SERVER_LOG_TAIL_LINES = 50;
export const API_LOG_TAIL_LINES = 50;
export const API_LOG_TAIL_MAX_LINES = 10_000;
/** Lines that open a log stream. */
export const LOG_STREAM_OPENING_LINES = 50;
export const LOG_STREAM_POLL_MS = SECOND_MS;
export const SSE_HEARTBEAT_MS = 30 * SECOND_MS;
/** Loopback only (spec: Authentication). */
export const SERVER_HOST = "127.0.0.1";
export const SERVER_PORT = 5173;
export const SERVER_STOP_WAIT_MS = 5 * SECOND_MS;
/** A server that is told to stop gives its agents and git this long of that; then they are ended: agents at once, git within two seconds. */
export const SERVER_HURRY_MS = 2 * SECOND_MS;
/** From its start until a daemon answers. */
export const SERVER_START_WAIT_MS = 15 * SECOND_MS;
export const SERVER_PING_MS = 2 * SECOND_MS;
/** Connections that are still open this long after the end of their streams are cut. */
export const SERVER_CLOSE_GRACE_MS = 100;
/** A client may take this long for its headers, and for a whole request. */
export const SERVER_HEADERS_MS = 10 * SECOND_MS;
export const SERVER_REQUEST_MS = 30 * SECOND_MS;
/** Connections that ask nothing just now; a browser keeps six. */
export const SERVER_SILENT_CONNECTIONS = 256;
/** A longer log of the server is put aside as its one predecessor. */
export const SERVER_LOG_MAX_BYTES = MIB;
export const MAX_BODY_BYTES = MIB;
export const DASHBOARD_REFRESH_MS = 30 * SECOND_MS;
export const DASHBOARD_MIN_WIDTH_PX = 1024;
