import { expect, it } from "vitest";
import { refuseDuplicate, refuseDuplicates } from "#core/backlog/refuse-duplicate";
import { sampleItem } from "../../../test/samples/sample-item.ts";

const items = ["001", "002", "001", "003", "001"].map((id) => sampleItem(id));

it("names every place of the id that several have", () => {
  for (const refuse of [
    () => refuseDuplicate("backlog.json", items, "001"),
    () => refuseDuplicates("backlog.json", items),
  ])
    expect(refuse).toThrow(
      expect.objectContaining({
        code: "CONFLICT",
        message: "3 items have the id 001: items[0], items[2] and items[4].",
        details: { id: "001" },
      }),
    );
});

it("says nothing of ids that one item has", () => {
  refuseDuplicate("backlog.json", items, "002");
  expect(() => refuseDuplicates("backlog.json", items.slice(0, 2))).not.toThrow();
});

it("looks at each item once: a backlog may have tens of thousands", () => {
  const many = Array.from({ length: 50_000 }, (_, at) => sampleItem(String(at)));
  const before = process.cpuUsage();
  refuseDuplicates("backlog.json", many);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
});
