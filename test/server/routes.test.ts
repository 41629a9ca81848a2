import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ROUTES } from "#contracts/schema/routes/all-routes";
import type { Route } from "#contracts/schema/routes/route";
import { MAX_BODY_BYTES } from "#contracts/limits";
import { addressOf, holdLock, outcomeOf, ROUTE_CASES, sending, type RouteCase } from "./route-cases.ts";
import { makeWorld, type ServerWorld } from "./server-world.ts";

const routes: readonly Route[] = ROUTES;
const cases: Readonly<Record<string, RouteCase>> = ROUTE_CASES;
const rows = routes.map((route) => [`${route.method} ${route.path}`, route] as const);
const named = (pick: (route: Route, one: RouteCase) => boolean) =>
  rows.flatMap(([key, route]) => (pick(route, cases[key]!) ? [[key, route, cases[key]!] as const] : []));

const every = named(() => true);
const ofProject = named(({ path }) => path.includes("/:id"));
const changing = named(({ method }) => method !== "GET");

async function inWorld(act: (world: ServerWorld) => Promise<void>): Promise<void> {
  const world = await makeWorld();
  try {
    await act(world);
    expect(world.logged.filter((line) => line.includes("bug"))).toEqual([]);
  } finally {
    await world.close();
  }
}

/** For requests that must be refused: nothing in this world ever changes. */
const untouched = await makeWorld();
const { ask } = untouched;
afterAll(() => untouched.close());

test("every route has its cases", () => {
  expect(Object.keys(cases).sort()).toEqual(rows.map(([key]) => key).sort());
});

describe("happy", () => {
  test.each(every)("%s", (key, { method, status }, one) =>
    inWorld(async (world) => {
      one.prepare?.(world);
      const answer = await world.ask(method, addressOf(key, one), sending(method, one.body));
      expect(answer.error).toBeUndefined();
      expect(answer.status).toBe(status);
      await one.happy(answer, world);
    }),
  );
});

describe("missing", () => {
  test.each(ofProject)("no folder: %s", async (key, { method }, one) => {
    const answer = await ask(method, addressOf(key, one, { id: "nowhere" }), sending(method, one.body));
    expect([answer.status, answer.error.code]).toEqual([404, "NOT_FOUND"]);
  });

  test.each(ofProject)("no project in the folder: %s", (key, { method }, one) =>
    inWorld(async ({ ask }) => {
      const answer = await ask(method, addressOf(key, one, { id: "bare" }), sending(method, one.body));
      expect(outcomeOf(answer)).toBe(one.bare ?? "404 NOT_INSTALLED");
    }),
  );

  test.each(named((_, { missing }) => missing !== undefined))(
    "nothing of that name: %s",
    async (key, { method }, one) => {
      const answer = await ask(method, addressOf(key, one, one.missing!.params), sending(method, one.body));
      expect([answer.status, answer.error.code]).toEqual([404, one.missing!.code]);
    },
  );
});

describe("malformed", () => {
  const faults = every.flatMap(([key, { method }, one]) =>
    (one.malformed ?? []).map(
      ([fault, field]) => [key, JSON.stringify(fault), field, method, one, fault] as const,
    ),
  );
  test.each(faults)("%s with %s: it is %s", async (key, _text, field, method, one, fault) => {
    const { query: _, ...plain } = one;
    const asked = typeof fault === "string" ? { ...plain, query: fault } : plain;
    const answer = await ask(method, addressOf(key, asked), typeof fault === "string" ? {} : { body: fault });
    expect([answer.status, answer.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(answer.error.details?.["field"]).toBe(field);
    expect(answer.error.message).toContain(field === "rootDirectory" ? "/no/such/folder" : field);
  });

  test.each(changing)("a body that is no JSON: %s", async (key, { method }, one) => {
    const answer = await ask(method, addressOf(key, one), { text: '{"a": 1,\n  oops}' });
    expect([answer.status, answer.error.code]).toEqual([400, "INVALID_JSON"]);
    expect(answer.error.details).toMatchObject({ line: 2, column: 3 });
  });

  test.each(changing)("unknown fields of body and query: %s", async (key, { method }, one) => {
    const { query: _, ...plain } = one;
    const body = { ...(one.body as object | undefined), unheard: 1 };
    const inBody = await ask(method, addressOf(key, plain), { body });
    expect([inBody.status, inBody.error.details?.["field"]]).toEqual([400, "unheard"]);
    const inQuery = await ask(
      method,
      addressOf(key, { ...plain, query: "unheard=1" }),
      sending(method, one.body),
    );
    expect([inQuery.status, inQuery.error.details?.["field"]]).toEqual([400, "unheard"]);
  });

  test.each(changing)("a body that is a list: %s", async (key, { method }, one) => {
    const answer = await ask(method, addressOf(key, one), { body: [] });
    expect([answer.status, answer.error.code]).toEqual([400, "VALIDATION_ERROR"]);
  });
});

test.each(changing)("oversized: %s", async (key, { method }, one) => {
  const text = `{"x":"${"y".repeat(MAX_BODY_BYTES)}"}`;
  const answer = await ask(method, addressOf(key, one), { text });
  expect([answer.status, answer.error.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
});

describe("wrong method", () => {
  const known = (path: string) => routes.filter((route) => route.path === path).map(({ method }) => method);
  test.each(every)("%s", async (key, { path }, one) => {
    for (const method of ["PATCH", "OPTIONS", "DELETE", "PUT", "POST", "GET"]) {
      // A fixed word may be an item's or a project's name to another method.
      if (routes.some((route) => route.method === method && matches(route.path, path))) continue;
      const answer = await ask(method, addressOf(key, { ...one, query: "" }).replace(/\?$/, ""));
      expect([method, answer.status]).toEqual([method, 405]);
      for (const allowed of known(path)) expect(answer.headers.get("allow")).toContain(allowed);
    }
  });
  const matches = (template: string, path: string) =>
    new RegExp(`^${template.replaceAll(/:\w+/g, "[^/]+")}$`).test(path);
});

/** As a browser follows a link of another site. */
const LINK = {
  "sec-fetch-site": "cross-site",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
};

describe("who asks", () => {
  test.each(changing)("no header: %s", async (key, { method }, one) => {
    for (const value of [undefined, "", "1", "TRUE"]) {
      const how = { ...sending(method, one.body), headers: { "X-Tool-Request": value } };
      const answer = await ask(method, addressOf(key, one), how);
      expect([answer.status, answer.error.code]).toEqual([403, "FORBIDDEN"]);
    }
  });

  test.each(every)("foreign host: %s", async (key, { method }, one) => {
    for (const host of [
      "evil.example",
      "evil.example:5173",
      "127.0.0.1:80",
      "127.0.0.1",
      "127.0.0.1.evil.example:5173",
    ]) {
      const answer = await ask(method, addressOf(key, one), {
        ...sending(method, one.body),
        headers: { host },
      });
      expect([host, answer.status, answer.error.code]).toEqual([host, 403, "FORBIDDEN"]);
    }
  });

  test.each(every)("page of another site: %s", async (key, { method }, one) => {
    for (const origin of [
      "https://evil.example",
      "null",
      "http://localhost:3000",
      "https://127.0.0.1:5173",
    ]) {
      const answer = await ask(method, addressOf(key, one), {
        ...sending(method, one.body),
        headers: { origin },
      });
      expect([origin, answer.status]).toEqual([origin, 403]);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
    for (const site of ["cross-site", "same-site"]) {
      for (const mode of ["no-cors", "cors", "navigate"]) {
        const headers = { "sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": "iframe" };
        const answer = await ask(method, addressOf(key, one), { ...sending(method, one.body), headers });
        expect([site, mode, answer.status]).toEqual([site, mode, 403]);
      }
    }
    if (method === "GET") return;
    expect(
      (await ask(method, addressOf(key, one), { ...sending(method, one.body), headers: LINK })).status,
    ).toBe(403);
  });

  test("another site may link to what can be looked at", async () => {
    for (const path of ["/", "/projects/api/backlog", "/api/docs", "/api/projects"])
      expect([path, (await ask("GET", path, { headers: LINK })).status]).toEqual([path, 200]);
  });
});

describe("never out of the root", () => {
  const tricks = ["..%2f..%2fetc", "%2e%2e%2fapi", "..%5capi", "api%2f.tool", "api%00", "%2e%2e%2f", "a%0ab"];
  test.each(ofProject)("encoded traversal: %s", async (key, { method }, one) => {
    for (const id of tricks) {
      const answer = await ask(method, addressOf(key, one, { id }), sending(method, one.body));
      expect([id, outcomeOf(answer)]).toEqual([id, "400 INVALID_ID"]);
    }
  });

  test("a project that is a link", () =>
    inWorld(async ({ ask, root, project }) => {
      renameSync(project, join(root, "../outside"));
      symlinkSync(join(root, "../outside"), project);
      for (const [key, { method }, one] of ofProject) {
        const answer = await ask(method, addressOf(key, one, { id: "api" }), sending(method, one.body));
        expect([key, outcomeOf(answer)]).toEqual([key, "400 PATH_VIOLATION"]);
      }
    }));

  const touched = [
    ".tool",
    ".tool/backlog.json",
    ".tool/progress.md",
    "CLAUDE.md",
    ".tool/archive",
    ".tool/CANCEL",
  ];
  test.each([...touched, ".tool/archive/2026-10.json", "package.json"])("%s is a link", (file) =>
    inWorld(async ({ ask, root, project, read, git }) => {
      mkdirSync(join(root, "../outside"));
      writeFileSync(join(root, "../outside/it"), "a secret");
      rmSync(join(project, file), { recursive: true, force: true });
      symlinkSync(join(root, "../outside/it"), join(project, file));
      const before = git("status", "--porcelain");
      for (const [key, { method }, one] of ofProject) {
        const answer = await ask(method, addressOf(key, one, { id: "api" }), sending(method, one.body));
        expect([key, outcomeOf(answer)]).toEqual([key, "400 PATH_VIOLATION"]);
        expect(answer.text).not.toContain("a secret");
      }
      expect(git("status", "--porcelain")).toBe(before);
      expect(read("../../outside/it")).toBe("a secret");
    }),
  );

  test.each(["..", "../other", "/etc", "out", "a/../../other"])("%s as backlog root", (backlogRoot) =>
    inWorld(async ({ ask, project, root }) => {
      mkdirSync(join(root, "other"));
      symlinkSync(join(root, "other"), join(project, "out"));
      for (const [key, { method }, one] of ofProject) {
        const reads = method === "GET" || method === "DELETE";
        const query = `backlogRoot=${encodeURIComponent(backlogRoot)}`;
        const address = addressOf(key, reads ? { ...one, query } : one, { id: "api" });
        const answer = await ask(
          method,
          address,
          reads ? {} : { body: { ...(one.body as object), backlogRoot } },
        );
        expect([key, outcomeOf(answer)]).toEqual([key, "400 PATH_VIOLATION"]);
      }
    }),
  );
});

describe("malformed file on disk", () => {
  test.each(every)("backlog.json: %s", (key, { method }, one) =>
    inWorld(async (world) => {
      const { ask, write } = world;
      one.prepare?.(world);
      write(".tool/backlog.json", '{\n  "project": "api",\n  oops\n}');
      const answer = await ask(method, addressOf(key, one), sending(method, one.body));
      expect(outcomeOf(answer)).toBe(one.torn ?? "422 INVALID_JSON");
      const excerpt = { firstLine: 1, lines: ["{", '  "project": "api",', "  oops", "}"], caret: 2 };
      const place = { file: ".tool/backlog.json", line: 3, column: 3, excerpt };
      expect(answer.error?.details ?? place).toMatchObject(place);
    }),
  );

  test("the marker", () =>
    inWorld(async ({ ask, write, git }) => {
      write(".tool.json", '{"tool": true, "version": 1}');
      for (const [key, { method }, one] of ofProject) {
        const answer = await ask(method, addressOf(key, one, { id: "api" }), sending(method, one.body));
        expect([key, outcomeOf(answer)]).toEqual([key, one.marker ?? "422 VALIDATION_ERROR"]);
      }
      expect(git("status", "--porcelain")).toBe("M .tool.json");
    }));
});

describe("a live loop", () => {
  test.each(ofProject)("%s", (key, { method }, one) =>
    inWorld(async (world) => {
      one.prepare?.(world);
      holdLock(world);
      const before = world.items();
      const answer = await world.ask(method, addressOf(key, one), sending(method, one.body));
      expect(outcomeOf(answer)).toBe(one.live ?? "ok");
      const untouched = method === "GET" || one.live !== undefined;
      expect(untouched ? world.items() : before).toEqual(before);
    }),
  );
});

test("none of the refused requests has changed anything", () => {
  expect(untouched.git("status", "--porcelain")).toBe("");
  expect(untouched.deps.loops.running()).toEqual([]);
  expect(untouched.logged).toEqual([]);
});
