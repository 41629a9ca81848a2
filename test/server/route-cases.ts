import { expect } from "vitest";
import type { RouteKey } from "#server/routes/handler";
import { item, type Answer, type Asking, type ServerWorld } from "./server-world.ts";

type Where = Readonly<Record<string, string>>;

/** `ok`, or status and code of a refusal. */
type Outcome = string;

export interface RouteCase {
  /** The last part of a path, where it has one. */
  readonly params?: Where;
  readonly query?: string;
  readonly body?: unknown;
  readonly prepare?: (world: ServerWorld) => void;
  /** What the happy answer says, and what it did to the files. */
  readonly happy: (answer: Answer, world: ServerWorld) => void | Promise<void>;
  /** Of the last parameter when it names nothing; the project's own is the same everywhere. */
  readonly missing?: { readonly params: Where; readonly code: string };
  /** Texts of a query, or bodies, that are refused with 400, and the field that the refusal names. */
  readonly malformed?: readonly (readonly [query: string | object, field: string])[];
  /** Outcome with a torn backlog.json; absent: 422 INVALID_JSON that names the place. */
  readonly torn?: Outcome;
  /** Outcome with a malformed marker; absent: 422 VALIDATION_ERROR that names the file. */
  readonly marker?: Outcome;
  /** Outcome with a live loop of another process; absent: ok. */
  readonly live?: Outcome;
  /** Outcome in a folder that is no project; absent: 404 NOT_INSTALLED. */
  readonly bare?: Outcome;
}

const P = "/api/projects/:id";
const CREATED = { type: "bug", priority: 1, title: "New one" };
const saysNothing = ({ data }: Answer): void => expect(data).toBeNull();

const SERVICE: Pick<
  Cases,
  Extract<
    RouteKey,
    `${string} /api/${"health" | "config" | "agents" | "openapi.json" | "loops" | "preflight"}`
  >
> = {
  "GET /api/health": {
    happy: ({ data }, { root }) =>
      expect(data).toEqual({
        version: "1.2.3",
        uptime: expect.any(Number),
        rootDirectory: root,
        projectCount: 1,
      }),
    malformed: [["x=1", "x"]],
    torn: "ok",
  },
  "GET /api/config": {
    happy: ({ data }) => expect(data).toMatchObject({ port: 5173, theme: "system" }),
    torn: "ok",
  },
  "PUT /api/config": {
    body: { theme: "dark" },
    happy: ({ data }) => expect(data).toMatchObject({ theme: "dark", port: 5173 }),
    malformed: [
      [{ theme: "pink" }, "theme"],
      [{ port: 0 }, "port"],
      [{ colour: 1 }, "colour"],
      [{ rootDirectory: "/no/such/folder" }, "rootDirectory"],
    ],
    torn: "ok",
  },
  "GET /api/agents": {
    happy: ({ data }) => expect((data as { agents: unknown[] }).agents).toHaveLength(7),
    torn: "ok",
  },
  "GET /api/openapi.json": {
    happy: ({ data }) => expect(data).toMatchObject({ openapi: "3.1.0" }),
    torn: "ok",
  },
  "GET /api/loops": { happy: ({ data }) => expect(data).toEqual({ loops: [] }), torn: "ok" },
  "POST /api/preflight": {
    body: { path: "bare" },
    happy: ({ data }, { root }) =>
      expect(data).toMatchObject({ path: `${root}/bare`, profile: { stack: "unknown" } }),
    malformed: [
      [{}, "path"],
      [{ path: 1 }, "path"],
      [{ path: "bare", x: 1 }, "x"],
    ],
    torn: "ok",
  },
};

const PROJECT: Omit<Cases, keyof typeof SERVICE | keyof typeof BACKLOG | keyof typeof LOOP> = {
  "GET /api/projects": {
    happy: ({ data }) => expect(data).toMatchObject([{ id: "api", name: "api", marker: { tool: true } }]),
    torn: "ok",
  },
  "POST /api/projects/init": {
    body: { name: "fresh", stack: "python", seedItems: [CREATED] },
    happy: ({ data }, { root }) =>
      expect(data).toMatchObject({ projectName: "fresh", projectPath: `${root}/fresh` }),
    malformed: [
      [{}, "name"],
      [{ name: "x", stack: "cobol" }, "stack"],
      [{ name: "x", seedItems: [{ ...CREATED, priority: 9 }] }, "seedItems[0].priority"],
    ],
    torn: "ok",
  },
  [`GET ${P}`]: {
    happy: ({ data }) =>
      expect(data).toMatchObject({ id: "api", loopState: "COMPLETE", backlogSummary: { total: 4 } }),
    malformed: [["x=1", "x"]],
    torn: "ok",
    marker: "ok",
  },
  [`POST ${P}/install`]: {
    params: { id: "bare" },
    body: { profile: { test: "make test" }, options: { maxIterations: 5 } },
    happy: ({ data }) =>
      expect(data).toMatchObject({ projectName: "bare", profile: { verify: "make test" } }),
    malformed: [
      [{ profile: { spell: "x" } }, "profile.spell"],
      [{ options: { maxIterations: 0 } }, "options.maxIterations"],
    ],
    torn: "ok",
    marker: "409 ALREADY_INSTALLED",
    live: "ok",
    bare: "ok",
  },
  [`GET ${P}/update`]: {
    happy: ({ data }) => expect(data).toMatchObject({ version: "1.2.3", stale: false }),
    torn: "ok",
  },
  [`POST ${P}/update`]: {
    happy: ({ data }) => expect(data).toMatchObject({ projectName: "api" }),
    torn: "ok",
  },
  [`POST ${P}/uninstall`]: {
    body: { keepData: false },
    happy: (answer, { read }) => {
      saysNothing(answer);
      expect(() => read(".tool.json")).toThrow("ENOENT");
    },
    malformed: [[{ keepData: "yes" }, "keepData"]],
    torn: "ok",
    live: "409 LOCK_CONFLICT",
  },
  [`GET ${P}/profile`]: { happy: ({ data }) => expect(data).toMatchObject({ verify: "true" }), torn: "ok" },
  [`PUT ${P}/profile`]: {
    body: { commands: { lint: "lint ." } },
    happy: ({ data }, { read }) => {
      expect(data).toMatchObject({ verify: "true && lint ." });
      expect(read(".tool/TOOL.md")).toContain("lint .");
    },
    malformed: [
      [{ commands: { lint: 1 } }, "commands.lint"],
      [{ commands: { x: "" } }, "commands.x"],
    ],
    torn: "ok",
  },
  [`POST ${P}/profile/detect`]: {
    prepare: ({ write }) => write("go.mod", "module x\n"),
    happy: ({ data }, { read }) => {
      expect(data).toMatchObject({ stack: "go" });
      expect(read(".tool.json")).not.toContain('"go"');
    },
    torn: "ok",
    marker: "ok",
    bare: "ok",
  },
  [`PUT ${P}/options`]: {
    body: { maxIterations: 7 },
    happy: ({ data }, { read }) => {
      expect(data).toMatchObject({ maxIterations: 7, provider: "generic-cli" });
      expect(read(".tool.json")).toContain('"maxIterations": 7');
    },
    malformed: [
      [{ maxIterations: -1 }, "maxIterations"],
      [{ speed: 1 }, "speed"],
    ],
    torn: "ok",
  },
};

const BACKLOG: Pick<Cases, Extract<RouteKey, `${string}/${"backlog" | "archive"}${string}`>> = {
  [`GET ${P}/backlog`]: {
    query: "status=pending&sort=id",
    happy: ({ data }) => expect(data).toMatchObject([{ id: "002" }, { id: "004" }]),
    malformed: [
      ["status=lost", "status"],
      ["type=epic", "type"],
      ["sort=luck", "sort"],
      ["page=2", "page"],
      ["sort=id&sort=id", "sort"],
    ],
  },
  [`POST ${P}/backlog`]: {
    body: CREATED,
    happy: ({ data }, { items }) => {
      expect(data).toMatchObject({ id: "005", status: "pending", acceptanceCriteria: ["true passes"] });
      expect(items().at(-1)).toEqual(data);
    },
    malformed: [
      [{}, "type"],
      [{ ...CREATED, priority: 5 }, "priority"],
      [{ ...CREATED, title: "two\nlines" }, "title"],
      [{ ...CREATED, colour: "red" }, "colour"],
      [{ ...CREATED, backlogRoot: "" }, "backlogRoot"],
    ],
  },
  [`POST ${P}/backlog/restore`]: {
    prepare: ({ write }) =>
      write(
        ".tool/backlog.json.bak",
        JSON.stringify({ project: "api", description: "", items: [item("009")] }),
      ),
    happy: (answer, { items }) => {
      saysNothing(answer);
      expect(items().map(({ id }) => id)).toEqual(["009"]);
    },
    malformed: [[{ yes: true }, "yes"]],
    torn: "ok",
    live: "409 LOCK_CONFLICT",
  },
  [`POST ${P}/backlog/sweep`]: {
    body: { minAgeDays: 0 },
    happy: ({ data }, { items }) => {
      expect(data).toEqual({ archivedCount: 1, archivedMonths: ["2026-11"] });
      expect(items()).toHaveLength(3);
    },
    malformed: [
      [{ minAgeDays: -1 }, "minAgeDays"],
      [{ minAgeDays: "1" }, "minAgeDays"],
    ],
    live: "409 LOCK_CONFLICT",
  },
  [`POST ${P}/backlog/unblock`]: {
    happy: ({ data }) => expect(data).toEqual({ unblockedCount: 1, unblockedIds: ["003"] }),
    malformed: [
      [{ itemId: "" }, "itemId"],
      [{ itemId: 3 }, "itemId"],
    ],
    live: "409 LOCK_CONFLICT",
  },
  [`GET ${P}/backlog/validate`]: {
    happy: ({ data }) => expect(data).toMatchObject({ valid: true }),
    malformed: [["backlogRoot=", "backlogRoot"]],
  },
  [`GET ${P}/backlog/backup`]: {
    happy: ({ data }) =>
      expect(data).toEqual({ exists: true, modifiedAt: expect.any(String), items: 4, valid: true }),
    torn: "ok",
  },
  [`GET ${P}/backlog/:itemId`]: {
    params: { itemId: "002" },
    happy: ({ data }) => expect(data).toMatchObject({ id: "002", type: "bug" }),
    missing: { params: { itemId: "099" }, code: "NOT_FOUND" },
  },
  [`PUT ${P}/backlog/:itemId`]: {
    params: { itemId: "002" },
    body: { title: "Other words" },
    happy: ({ data }, { items }) => {
      expect(data).toMatchObject({ id: "002", title: "Other words" });
      expect(items()[1]).toEqual(data);
    },
    missing: { params: { itemId: "099" }, code: "NOT_FOUND" },
    malformed: [
      [{ priority: 0 }, "priority"],
      [{ acceptanceCriteria: [] }, "acceptanceCriteria"],
      [{ id: "7" }, "id"],
    ],
  },
  [`DELETE ${P}/backlog/:itemId`]: {
    params: { itemId: "002" },
    happy: (answer, { items }) => {
      saysNothing(answer);
      expect(items().map(({ id }) => id)).toEqual(["001", "003", "004"]);
    },
    missing: { params: { itemId: "099" }, code: "NOT_FOUND" },
    malformed: [["yes=1", "yes"]],
  },
  [`GET ${P}/archive`]: {
    happy: ({ data }) => expect(data).toEqual({ months: [{ month: "2026-10", count: 1 }] }),
    torn: "ok",
  },
  [`GET ${P}/archive/:month`]: {
    params: { month: "2026-10" },
    happy: ({ data }) => expect(data).toMatchObject({ month: "2026-10", items: [{ id: "000" }] }),
    missing: { params: { month: "2026-09" }, code: "NOT_FOUND" },
    torn: "ok",
  },
  [`DELETE ${P}/archive/:month`]: {
    params: { month: "2026-10" },
    happy: ({ data }, { read }) => {
      expect(data).toEqual({ purgedCount: 1, purgedMonths: ["2026-10"] });
      expect(() => read(".tool/archive/2026-10.json")).toThrow("ENOENT");
    },
    live: "409 LOCK_CONFLICT",
  },
};

const LOOP: Pick<
  Cases,
  Exclude<
    Extract<
      RouteKey,
      `${string}/${"status" | "progress" | "reset" | "resume"}` | `${string}/${"log" | "loop/"}${string}`
    >,
    "GET /api/loops"
  >
> = {
  [`GET ${P}/status`]: {
    happy: ({ data }) => expect(data).toMatchObject({ loopState: "COMPLETE", statusSchemaVersion: "1" }),
    bare: "ok",
  },
  [`GET ${P}/log`]: {
    query: "tail=1",
    happy: ({ data }) => expect(data).toEqual(["[2026-11-01 10:00:00] Loop completed"]),
    malformed: [
      ["tail=x", "tail"],
      ["tail=-1", "tail"],
      ["tail=10001", "tail"],
      ["tail=", "tail"],
      ["tail=1.5", "tail"],
    ],
    torn: "ok",
  },
  [`GET ${P}/log/stream`]: { happy: ({ text }) => expect(text).toContain("event: log\n"), torn: "ok" },
  [`GET ${P}/progress`]: {
    prepare: ({ write }) => write(".tool/progress.md", "# Learned\n"),
    happy: ({ data }) => expect(data).toBe("# Learned\n"),
    torn: "ok",
  },
  [`GET ${P}/loop/preflight`]: {
    prepare: ({ write }) => write("mine.txt", "x"),
    happy: ({ data }) =>
      expect(data).toMatchObject({
        branch: "night",
        dirty: ["mine.txt"],
        findings: [{ code: "DIRTY_TREE" }],
      }),
  },
  [`POST ${P}/loop/start`]: {
    body: { maxIterations: 1 },
    happy: async ({ data }, { project, deps }) => {
      expect(data).toEqual({ started: true, projectPath: project });
      expect(deps.loops.running()).toEqual([project]);
    },
    malformed: [
      [{ maxIterations: 0 }, "maxIterations"],
      [{ childEnv: { A: 1 } }, "childEnv.A"],
      [{ createBranch: "x" }, "createBranch"],
    ],
    live: "409 CONFLICT",
  },
  [`POST ${P}/loop/stop`]: {
    prepare: (world) => holdLock(world),
    happy: ({ data }, { project, read }) => {
      expect(data).toEqual({ stopped: true, projectPath: project });
      expect(read(".tool/CANCEL")).toBe("");
    },
    malformed: [[{ force: true }, "force"]],
    torn: "ok",
  },
  [`GET ${P}/loop/events`]: {
    prepare: ({ write }) =>
      write(
        ".tool/events.ndjson",
        `${JSON.stringify({ type: "sleep_end", timestamp: "2026-11-01T10:00:00.000Z", projectPath: "/x", seq: 0, schemaVersion: "1" })}\n`,
      ),
    happy: ({ text }) => expect(text).toMatch(/event: loop_event\n/),
    torn: "ok",
  },
  [`POST ${P}/loop/review`]: {
    body: { sessionTimeoutMinutes: 0.5 },
    happy: ({ data }) => expect(data).toEqual({ started: true }),
    malformed: [
      [{ sessionTimeoutMinutes: 0 }, "sessionTimeoutMinutes"],
      [{ model: "" }, "model"],
    ],
    live: "409 CONFLICT",
  },
  [`POST ${P}/reset`]: {
    prepare: ({ items, write }) => {
      const stuck = items().map((one) => (one.id === "002" ? { ...one, status: "in_progress" } : one));
      write(".tool/backlog.json", JSON.stringify({ project: "api", description: "", items: stuck }));
    },
    happy: ({ data }) =>
      expect(data).toEqual({ resetCount: 1, resetIds: ["002"], treeClean: true, stalledReset: 1 }),
    malformed: [[{ clearBacklog: 1 }, "clearBacklog"]],
    live: "409 LOCK_CONFLICT",
  },
  [`POST ${P}/resume`]: {
    body: { answers: [{ itemId: "003", text: "Use the old key." }] },
    happy: ({ data }) =>
      expect(data).toMatchObject({ relaunched: true, reconciled: { recovered: [], treeClean: true } }),
    malformed: [
      [{ answers: [{ itemId: "003" }] }, "answers[0].text"],
      [{ answers: "x" }, "answers"],
    ],
    live: "409 LOCK_CONFLICT",
  },
};

type Cases = { readonly [K in RouteKey]: RouteCase };

/** One for each route: the type sees to it, and so does the suite. */
export const ROUTE_CASES: Cases = { ...SERVICE, ...PROJECT, ...BACKLOG, ...LOOP };

/** What became of a request, in words that a case can name. */
export function outcomeOf({ status, error }: Answer): Outcome {
  return status < 400 ? "ok" : `${status} ${error.code}`;
}

/** As a loop of another process holds it: a living pid, ours, whose start time nobody knows. */
export function holdLock({ write }: ServerWorld): void {
  const record = {
    pid: process.pid,
    startedAt: "2026-11-01T10:00:00Z",
    processStartTime: null,
    token: "other",
  };
  write(".tool/.loop.lock", `${JSON.stringify(record)}\n`);
}

/** The address of a case; the project's id unless another is given. */
export function addressOf(key: string, { params, query }: RouteCase, other: Where = {}): string {
  const all: Where = { id: "api", ...params, ...other };
  const path = key.slice(key.indexOf(" ") + 1).replaceAll(/:(\w+)/g, (_, name: string) => all[name] ?? "");
  return query === undefined ? path : `${path}?${query}`;
}

/** What goes with a request of this method. */
export function sending(method: string, body: unknown): Asking {
  return method === "GET" || method === "DELETE" || body === undefined ? {} : { body };
}
