import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Backlog } from "#contracts/schema/backlog";
import { backlogText } from "#engine/stores/backlog-text";
import { jsonText } from "#engine/stores/json-text";

const item = fc.record({
  id: fc.string(),
  title: fc.string({ unit: "grapheme" }),
  acceptanceCriteria: fc.array(fc.string()),
  extra: fc.jsonValue(),
});

it("writes what jsonText writes, whatever was written before", () => {
  fc.assert(
    fc.property(fc.array(item), fc.jsonValue(), fc.array(fc.nat(20)), (items, more, touched) => {
      const backlog = { $schema: "x", items, project: "p", description: "d", more } as unknown as Backlog;
      expect(backlogText(backlog)).toBe(jsonText(backlog));
      const edited = {
        ...backlog,
        items: backlog.items.map((one, at) =>
          touched.includes(at) ? { ...one, title: `${one.title}!` } : one,
        ),
      };
      expect(backlogText(edited)).toBe(jsonText(edited));
    }),
  );
});
