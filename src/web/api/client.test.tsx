import { afterEach, expect, expectTypeOf, test, vi } from "vitest";
import { addressOf, call, isApiError, type Reply, type RouteRequest } from "#web/api/client";

afterEach(() => void vi.unstubAllGlobals());

const respond = (status: number, body: unknown) => {
  const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>(async () =>
    Response.json(body, { status }),
  );
  vi.stubGlobal("fetch", fetched);
  return fetched;
};

test("every call bears the mutation header and the JSON type, and gives the data out of their wrapper", async () => {
  const fetched = respond(200, { data: [{ id: "007" }] });
  const items = await call("GET /api/projects/:id/backlog", { params: { id: "a b" }, query: { sort: "id" } });
  expect(items).toEqual([{ id: "007" }]);
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect(address).toBe("/api/projects/a%20b/backlog?sort=id");
  expect(init?.headers).toEqual({ "X-Tool-Request": "true", "Content-Type": "application/json" });
  expect(init?.body).toBeUndefined();
});

test("a refusal is an ApiError with its code, details and status", async () => {
  respond(409, { error: { code: "TRANSITION_INVALID", message: "No.", details: { from: "done" } } });
  const error: unknown = await call("PUT /api/projects/:id/backlog/:itemId", {
    params: { id: "p", itemId: "001" },
    body: { status: "blocked" },
  }).catch((reason: unknown) => reason);
  expect(isApiError(error) && [error.code, error.status, error.message, error.details]).toEqual([
    "TRANSITION_INVALID",
    409,
    "No.",
    { from: "done" },
  ]);
});

test("no answer at all is UNREACHABLE", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const error: unknown = await call("GET /api/health", {}).catch((reason: unknown) => reason);
  expect(isApiError(error) && [error.code, error.status]).toEqual(["UNREACHABLE", 0]);
});

test("parameters are escaped, absent queries left out", () => {
  expect(addressOf("/api/projects/:id", { id: "../x" }, { tail: undefined })).toBe("/api/projects/..%2Fx");
});

test("requests and replies have the types of the contract", () => {
  expectTypeOf<RouteRequest<"GET /api/projects/:id/status">>().toExtend<{
    readonly params: { readonly id: string };
  }>();
  expectTypeOf<{ params: { id: string } }>().toExtend<RouteRequest<"POST /api/projects/:id/loop/start">>();
  expectTypeOf<{ params: { id: string } }>().not.toExtend<RouteRequest<"POST /api/projects/:id/backlog">>();
  expectTypeOf<object>().not.toExtend<RouteRequest<"GET /api/projects/:id/status">>();
  expectTypeOf<Reply<"GET /api/projects/:id/progress">>().toEqualTypeOf<string>();
  expectTypeOf<Reply<"GET /api/health">["projectCount"]>().toEqualTypeOf<number>();
});
