import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, expect, test } from "vitest";
import { ROUTES } from "#contracts/schema/routes/all-routes";
import { DOCS_POLICY } from "#server/docs-page";
import { apiDocument } from "./api-document.ts";
import { makeWorld, type ServerWorld } from "./server-world.ts";

const world: ServerWorld = await makeWorld();
afterAll(() => world.close());

test("the document is valid OpenAPI 3.1", async () => {
  const { text } = await world.ask("GET", "/api/openapi.json");
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(text) as Record<string, unknown>);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe("3.1");
});

test("it describes every route, and each under a name of its own", () => {
  const described = Object.entries(apiDocument.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
  );
  expect(described.sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
  const names = Object.values(apiDocument.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(new Set(names).size).toBe(names.length);
});

test("every reference leads somewhere", () => {
  const known = Object.keys(apiDocument.components.schemas);
  const named = [...JSON.stringify(apiDocument).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(50);
  for (const name of named) expect(known).toContain(name);
});

test("the page shows every route and needs nothing from elsewhere", async () => {
  const { text, headers } = await world.ask("GET", "/api/docs");
  expect(headers.get("content-type")).toMatch(/^text\/html/);
  expect(headers.get("content-security-policy")).toBe(DOCS_POLICY);
  for (const { method, path } of ROUTES)
    expect(text).toContain(`${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  expect(text).not.toMatch(/<script|https?:\/\/|@import|\ssrc=|\sstyle=/);
});
