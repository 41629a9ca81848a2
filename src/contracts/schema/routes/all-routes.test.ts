import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { ROUTES } from "#contracts/schema/routes/all-routes";
import type { Route } from "#contracts/schema/routes/route";

const routes: readonly Route[] = ROUTES;
const named = (method: string, path: string) =>
  routes.filter((route) => route.method === method && route.path === path);
const only = (method: string, path: string) => {
  const [route, ...others] = named(method, path);
  if (route === undefined || others.length > 0) throw new Error(`not one route: ${method} ${path}`);
  return route;
};

// Method, path, fields of query or body; from the spec's table and what settles its open ends.
const P = "/api/projects/:id";
const TABLE: readonly (readonly [string, string, string])[] = [
  ["GET", "/api/health", ""],
  ["GET", "/api/projects", ""],
  ["GET", P, "backlogRoot"],
  ["POST", `${P}/install`, "profile options projectName backlogRoot"],
  ["POST", "/api/projects/init", "name path description stack commands requirements seedItems seedMarkdown"],
  ["POST", `${P}/update`, "backlogRoot"],
  ["POST", `${P}/uninstall`, "keepData backlogRoot"],
  ["GET", `${P}/backlog`, "status type sort backlogRoot"],
  [
    "POST",
    `${P}/backlog`,
    "type priority title description acceptanceCriteria dependsOn notes estimatedIterations agentDelegation " +
      "specReferences model provider backlogRoot",
  ],
  ["GET", `${P}/backlog/:itemId`, "backlogRoot"],
  [
    "PUT",
    `${P}/backlog/:itemId`,
    "type priority title description acceptanceCriteria dependsOn notes estimatedIterations agentDelegation " +
      "specReferences model provider status blockedReason backlogRoot",
  ],
  ["DELETE", `${P}/backlog/:itemId`, "backlogRoot"],
  ["POST", `${P}/backlog/restore`, "backlogRoot"],
  ["POST", `${P}/backlog/sweep`, "minAgeDays backlogRoot"],
  ["POST", `${P}/backlog/unblock`, "itemId backlogRoot"],
  ["GET", `${P}/backlog/validate`, "backlogRoot"],
  ["GET", `${P}/backlog/backup`, "backlogRoot"],
  ["GET", `${P}/archive`, "backlogRoot"],
  ["GET", `${P}/archive/:month`, "backlogRoot"],
  ["DELETE", `${P}/archive/:month`, "backlogRoot"],
  ["GET", `${P}/status`, "backlogRoot"],
  ["GET", `${P}/log`, "tail backlogRoot"],
  ["GET", `${P}/log/stream`, "backlogRoot"],
  ["GET", `${P}/progress`, "backlogRoot"],
  ["GET", `${P}/profile`, "backlogRoot"],
  ["PUT", `${P}/profile`, "stack packageManager monorepo commands verify backlogRoot"],
  ["POST", `${P}/profile/detect`, "backlogRoot"],
  ["GET", "/api/config", ""],
  ["PUT", "/api/config", "rootDirectory port theme defaultProvider providers"],
  [
    "POST",
    `${P}/loop/start`,
    "maxIterations maxRetries model ignoreItemModel sessionTimeoutMinutes review reviewOnly provider " +
      "suppressIterationReview pauseOnNeedsHuman retryBlocked sleepOnLimit circuitBreakerThreshold childEnv " +
      "allowDirty backlogRoot",
  ],
  ["POST", `${P}/loop/stop`, "backlogRoot"],
  ["GET", `${P}/loop/events`, "backlogRoot"],
  ["POST", `${P}/loop/review`, "model sessionTimeoutMinutes backlogRoot"],
  ["POST", `${P}/reset`, "backlogRoot clearBacklog keepProgress keepLog"],
  ["POST", `${P}/resume`, "backlogRoot retryBlocked answers"],
  ["GET", "/api/loops", ""],
  ["POST", "/api/preflight", "path"],
  [
    "PUT",
    `${P}/options`,
    "ignoreInTool gitignoreScripts maxIterations model autoSweep sweepMinAgeDays sessionTimeout runtime provider " +
      "providerConfig sleepOnLimit circuitBreakerThreshold childEnv backlogRoot",
  ],
  ["GET", `${P}/loop/preflight`, "backlogRoot"],
  ["GET", "/api/agents", ""],
  ["GET", `${P}/update`, "backlogRoot"],
  ["GET", "/api/openapi.json", ""],
];

test.each(TABLE)("%s %s takes: %s", (method, path, fields) => {
  const route = only(method, path);
  const input: z.ZodObject | undefined = method === "GET" || method === "DELETE" ? route.query : route.body;
  expect(Object.keys(input?.shape ?? {}).sort()).toEqual(fields.split(" ").filter(Boolean).sort());
});

test("there are no other routes", () => {
  const names = (rows: readonly string[]) => [...rows].sort();
  expect(names(routes.map((route) => `${route.method} ${route.path}`))).toEqual(
    names(TABLE.map(([method, path]) => `${method} ${path}`)),
  );
});

describe("every route", () => {
  test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))("%s", (_, route) => {
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(route.params?.shape ?? {})).toEqual(inPath);
    expect(route.summary).not.toBe("");
    const reads = route.method === "GET" || route.method === "DELETE";
    expect(reads ? route.body : route.query).toBeUndefined();
  });
});

test("only adding an item and init answer 201", () => {
  const created = routes
    .filter(({ status }) => status === 201)
    .map(({ method, path }) => `${method} ${path}`);
  expect(created.sort()).toEqual([`POST ${P}/backlog`, "POST /api/projects/init"].sort());
});

test("health and the OpenAPI document come without the data wrapper", () => {
  const bare = routes.filter(({ reply }) => reply.kind === "bare").map(({ path }) => path);
  expect(bare.sort()).toEqual(["/api/health", "/api/openapi.json"]);
});

test.each([
  [`${P}/loop/events`, ["loop_event", "heartbeat"]],
  [`${P}/log/stream`, ["log", "status", "loop_event", "heartbeat"]],
])("%s streams %o", (path, events) => {
  expect(only("GET", path).reply).toEqual({ kind: "event-stream", events });
});

test("fixed words are registered before :itemId, and init before :id", () => {
  const order = routes.map(({ path }) => path);
  for (const word of ["restore", "sweep", "unblock", "validate", "backup"])
    expect(order.indexOf(`${P}/backlog/${word}`)).toBeLessThan(order.indexOf(`${P}/backlog/:itemId`));
  expect(order.indexOf("/api/projects/init")).toBeLessThan(order.indexOf(P));
});

describe("bodies", () => {
  test.each([
    ["unknown fields are refused", "POST", `${P}/loop/start`, { iterations: 3 }, false],
    ["an absent body is an empty one", "POST", `${P}/loop/start`, {}, true],
    ["fractions of minutes", "POST", `${P}/loop/start`, { sessionTimeoutMinutes: 0.05 }, true],
    ["no minutes", "POST", `${P}/loop/start`, { sessionTimeoutMinutes: 0 }, false],
    ["no iterations", "POST", `${P}/loop/start`, { maxIterations: 0 }, false],
    ["no retries", "POST", `${P}/loop/start`, { maxRetries: 0 }, true],
    ["answers", "POST", `${P}/resume`, { answers: [{ itemId: "004", text: "90 days" }] }, true],
    ["an answer without text", "POST", `${P}/resume`, { answers: [{ itemId: "004" }] }, false],
    ["a command switched off", "POST", `${P}/install`, { profile: { lint: "" } }, true],
    ["an unknown option", "POST", `${P}/install`, { options: { colour: "red" } }, false],
    ["part of a profile", "PUT", `${P}/profile`, { commands: { test: "make test" } }, true],
    ["an option taken away", "PUT", `${P}/options`, { model: null }, true],
    ["part of the config", "PUT", "/api/config", { port: 8080 }, true],
    ["an unknown setting", "PUT", "/api/config", { prot: 8080 }, false],
  ] as const)("%s", (_, method, path, body, accepted) => {
    expect(only(method, path).body?.safeParse(body).success).toBe(accepted);
  });
});

describe("tail", () => {
  test.each([
    ["20", 20],
    ["10000", 10_000],
    ["10001", null],
    ["-1", null],
    ["many", null],
    ["1.5", null],
  ])("%s", (tail, lines) => {
    const result = only("GET", `${P}/log`).query?.safeParse({ tail });
    expect(result?.success ? result.data["tail"] : null).toBe(lines);
  });
});
