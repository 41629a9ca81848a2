import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { countReads, makeWorld } from "./server-world.ts";

const world = await makeWorld();
afterAll(() => world.close());

test("the health counts the listed projects and reads none of them", async () => {
  cpSync(world.project, join(world.root, "second"), { recursive: true });
  const reads = countReads(world, ".json", "root");
  expect((await world.ask("GET", "/api/health")).data).toMatchObject({ projectCount: 2 });
  expect(reads()).toBe(0);
  expect((await world.ask("GET", "/api/projects")).data).toHaveLength(2);
  expect(reads()).toBe(4);
});
