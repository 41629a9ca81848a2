import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Backlog } from "#contracts/schema/backlog";
import { backlogText, splicedText } from "#engine/stores/backlog-text";
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

it("splices one item in and gives what writing all of it gives, or declines", () => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 1 }), fc.nat(), fc.jsonValue(), (items, at, extra) => {
      const backlog = { project: "p", description: "d", items } as unknown as Backlog;
      const known = { text: backlogText(backlog), backlog };
      const index = at % items.length;
      const one = {
        ...backlog,
        items: backlog.items.with(index, { ...backlog.items[index], extra } as never),
      };
      expect([null, jsonText(one)]).toContain(splicedText(one, known));
      const [first] = backlog.items;
      expect(splicedText({ ...backlog, items: [...backlog.items, { ...first } as never] }, known)).toBeNull();
      expect(splicedText({ ...one, description: "other" }, known)).toBeNull();
      expect(splicedText(backlog, known)).toBeNull();
    }),
  );
});

it("splices where items differ, as they do", () => {
  const items = ["001", "002", "003"].map((id) => ({ id, title: `Item ${id}` }));
  const backlog = { items, project: "p" } as unknown as Backlog;
  const known = { text: backlogText(backlog), backlog };
  const changed = { ...backlog, items: backlog.items.with(1, { id: "002", title: "$& $1" } as never) };
  expect(splicedText(changed, known)).toBe(jsonText(changed));
});
