import { expect, test } from "vitest";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { sampleItem } from "#web/pages/backlog/sample-item";
import { sentenceOf, type Told } from "#web/pages/projects/sentence";

const complete = (...statuses: BacklogItem["status"][]): Told => {
  const items = statuses.map((status, i) => sampleItem(`00${i + 1}`, { status }));
  const of = (status: BacklogItem["status"]) => items.filter((item) => item.status === status).length;
  const backlogSummary = {
    pending: of("pending"),
    inProgress: 0,
    blocked: of("blocked"),
    done: of("done"),
    total: items.length,
  };
  return {
    detail: { loopState: "COMPLETE", backlogSummary },
    glance: { status: null, items, failure: null },
  };
};

test("of a run that came to its end: what came out, or what can start since", () => {
  expect(sentenceOf(complete("done", "done")).text).toBe("2 items done, none stuck");
  expect(sentenceOf(complete("done", "blocked")).text).toBe("1 item done, 1 stuck");
  expect(sentenceOf(complete("done", "pending")).text).toBe("1 item is ready");
  expect(sentenceOf(complete("pending", "pending")).text).toBe("2 items are ready");
});
