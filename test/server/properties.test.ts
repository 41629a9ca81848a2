import * as fc from "fast-check";
import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ROUTES } from "#contracts/schema/routes/all-routes";
import type { Route } from "#contracts/schema/routes/route";
import { makeWorld } from "./server-world.ts";

const world = await makeWorld();
afterAll(() => world.close());

const outside = join(world.root, "../outside");
mkdirSync(outside);
writeFileSync(join(outside, "secret"), "a secret of another folder");
symlinkSync(outside, join(world.root, "way-out"));
symlinkSync(join(outside, "secret"), join(world.project, "notes"));

// What starts agents or makes repositories is asked with bodies that can't pass.
const routes: readonly Route[] = ROUTES;
const harmless = routes.filter(
  ({ path }) => !/\/(loop\/(start|review)|resume|init|uninstall|config|stream|events)$/.test(path),
);

const odd = fc.constantFrom(
  "",
  ".",
  "..",
  "../..",
  "/",
  "/etc",
  "~",
  "way-out",
  "notes",
  "api/.tool",
  ".tool",
  "api",
  "bare",
  "\0",
  "a\nb",
  "%",
  "%2e%2e",
  "..\\..",
  "con",
  "x".repeat(300),
  "é".repeat(200),
  "🦊".repeat(100),
  "__proto__",
  "constructor",
  `${"a/".repeat(3000)}b`,
);
const word = fc.oneof(
  odd,
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 8 }),
);
const value = fc.oneof(
  word,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, 1e308, -0, 2 ** 53, [], {}),
  fc.array(word, { maxLength: 3 }),
  fc.dictionary(word, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
);

/** Well-formed URLs alone can be sent: half a surrogate pair is no text. */
const encoded = (text: string) => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "_"));

const request = fc.constantFrom(...harmless.keys()).chain((index) => {
  const { body, query } = harmless[index]!;
  const names = Object.keys((body ?? query)?.shape ?? {});
  return fc.record({
    index: fc.constant(index),
    id: fc.oneof({ weight: 2, arbitrary: fc.constant("api") }, { weight: 1, arbitrary: word }),
    last: word,
    fields: fc.dictionary(fc.oneof(fc.constantFrom("x", ...names), word), value, { maxKeys: 3 }),
  });
});

function everythingIn(folder: string): readonly string[] {
  return readdirSync(folder).map((name) => `${name} ${statSync(join(folder, name)).mtimeMs}`);
}

test("whatever is asked, nothing breaks and nothing leaves the root", async () => {
  const before = everythingIn(outside);
  const beside = readdirSync(join(world.root, ".."));
  await fc.assert(
    fc.asyncProperty(request, async ({ index, id, last, fields }) => {
      const route = harmless[index]!;
      const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encoded(name === "id" ? id : last));
      const reads = route.method === "GET" || route.method === "DELETE";
      const query = Object.entries(fields).map(
        ([name, one]) => `${encoded(name)}=${encoded(typeof one === "string" ? one : JSON.stringify(one))}`,
      );
      const answer = reads
        ? await world.ask(route.method, `${path}?${query.join("&")}`)
        : await world.ask(route.method, path, { body: fields });
      expect(answer.status, answer.text).toBeLessThan(500);
      expect(answer.text).not.toContain("a secret of another folder");
    }),
    { seed: 20_261_121, numRuns: 600 },
  );
  expect(everythingIn(outside)).toEqual(before);
  expect(readdirSync(join(world.root, ".."))).toEqual(beside);
  expect(world.logged).toEqual([]);
});

test("whatever bytes are sent as a body, the answer names what is wrong", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 60 }), async (bytes) => {
      const text = new Uint8Array(bytes);
      const answer = await world.ask("POST", "/api/projects/bare/backlog", { text });
      expect([400, 404]).toContain(answer.status);
    }),
    { seed: 7, numRuns: 200 },
  );
});

test("whatever the address, the answer is the dashboard or a refusal", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 5 }), async (words) => {
      const answer = await world.ask("GET", `/${words.map(encoded).join("/")}`);
      expect(answer.status).toBeLessThan(500);
      expect(answer.text).not.toContain("a secret of another folder");
    }),
    { seed: 11, numRuns: 200 },
  );
});
