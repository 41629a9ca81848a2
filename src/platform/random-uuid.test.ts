import { expect, it } from "vitest";
import { randomUuid } from "#platform/random-uuid";

it("gives a version 4 UUID, another one each time", () => {
  const some = Array.from({ length: 1000 }, randomUuid);
  for (const one of some) {
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  expect(new Set(some).size).toBe(some.length);
});
