import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { surfaceTexts } from "#contracts/schema/surfaces";

/** Machine surfaces are frozen: what differs here is a promise changed. `npm run schema` writes them anew, for fields that were added. */
const golden = join(import.meta.dirname, "../golden");
const texts = surfaceTexts();

test("each surface has its file, and each file its surface", () => {
  expect(readdirSync(golden).sort()).toEqual([...texts.keys()].sort());
});

test.each([...texts.keys()])("%s", (name) => {
  expect(readFileSync(join(golden, name), "utf8")).toBe(texts.get(name));
});
