import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Backlog } from "#contracts/schema/backlog";
import { backlogText, splicedText } from "#engine/stores/backlog-text";
import { jsonText } from "#engine/files/json-text";

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
    { seed: 20261121 },
  );
});

it("splices changed, new and removed items in and gives what writing all of it gives, or declines", () => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 1 }), fc.nat(), fc.jsonValue(), (items, at, extra) => {
      const backlog = { project: "p", description: "d", items } as unknown as Backlog;
      const known = { text: backlogText(backlog), backlog };
      const index = at % items.length;
      const one = {
        ...backlog,
        items: backlog.items.with(index, { ...backlog.items[index], extra } as never),
      };
      const more = { ...backlog, items: [...one.items, { ...backlog.items[0] } as never] };
      const fewer = { ...backlog, items: backlog.items.toSpliced(index, 1) };
      const turned = { ...backlog, items: one.items.toReversed() };
      for (const changed of [backlog, one, more, fewer, turned]) {
        expect([null, jsonText(changed)]).toContain(splicedText(changed, known));
      }
      expect(splicedText({ ...one, description: "other" }, known)).toBeNull();
    }),
    { seed: 20261121 },
  );
});

const items = ["001", "002", "003"].map((id) => ({ id, title: `Item ${id}`, notes: "}\n    }" }));
const backlog = { items, project: "p" } as unknown as Backlog;
const dollars = { id: "002", title: "$& $1" } as never;

it.each([
  ["changed", backlog.items.with(1, dollars)],
  ["added", [...backlog.items, dollars]],
  ["removed", backlog.items.slice(1)],
  ["put in another order", backlog.items.toReversed()],
])("splices where items are %s, as they do", (_, after) => {
  const changed = { ...backlog, items: after };
  expect(splicedText(changed, { text: backlogText(backlog), backlog })).toBe(jsonText(changed));
});

it.each([
  ["with other spaces", JSON.stringify(backlog, null, 4)],
  ["on one line", JSON.stringify(backlog)],
  [
    "with the id further down",
    backlogText(backlog).replace(
      '"id": "002",\n      "title": "Item 002"',
      '"title": "Item 002",\n      "id": "002"',
    ),
  ],
  ["with two items in one", backlogText(backlog).replace("\n    },\n    {\n", "\n    }, {\n")],
])("declines a text that is laid out %s", (_, text) => {
  const changed = { ...backlog, items: backlog.items.with(1, dollars) };
  expect(JSON.parse(text)).toEqual(backlog);
  expect(splicedText(changed, { text, backlog })).toBeNull();
});

it("finds its way through one edit after another", () => {
  let found = 0;
  const edit = fc.record({
    at: fc.nat(30),
    kind: fc.constantFrom("edit", "add", "remove", "turn"),
    one: item,
  });
  fc.assert(
    fc.property(fc.array(item, { minLength: 1 }), fc.array(edit, { maxLength: 12 }), (first, edits) => {
      let backlog = { project: "p", items: first } as unknown as Backlog;
      let text = jsonText(backlog);
      for (const { at, kind, one } of edits) {
        const index = at % backlog.items.length;
        const old = backlog.items[index]!;
        const items = {
          edit: () => backlog.items.with(index, { ...old, title: one.title }),
          add: () => backlog.items.toSpliced(index, 0, one as never),
          remove: () => (backlog.items.length > 1 ? backlog.items.toSpliced(index, 1) : backlog.items),
          turn: () => backlog.items.toReversed(),
        }[kind]();
        const changed = { ...backlog, items };
        const spliced = splicedText(changed, { text, backlog });
        expect([null, jsonText(changed)]).toContain(spliced);
        if (spliced !== null) found += 1;
        backlog = changed;
        text = spliced ?? jsonText(changed);
      }
    }),
    { seed: 20261121 },
  );
  expect(found).toBeGreaterThan(100);
});
