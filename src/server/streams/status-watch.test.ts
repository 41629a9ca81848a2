import { expect, test } from "vitest";
import { ToolError } from "#contracts/error";
import { backlogPaths } from "#contracts/paths";
import { createStatusWatch } from "#server/streams/status-watch";
import { createMemoryWorld } from "../../../test/fakes/memory-ports.ts";
import { sampleItems } from "../../../test/samples/sample-item.ts";

const paths = backlogPaths("/work");

test("a change that could not be read at first is told without another change", async () => {
  const world = createMemoryWorld();
  const plant = (items: number): void =>
    world.files.plant({
      [paths.backlog]: JSON.stringify({ project: "work", description: "", items: sampleItems(items) }),
    });
  const watch = createStatusWatch(world.runner(), paths);
  plant(1);
  await watch.look();
  const first = watch.latest;
  expect(String(first)).toContain('"pending":1');
  plant(2);
  world.files.hook = ({ op, path }) => {
    if (op === "read" && path === paths.backlog) throw new ToolError("IO_ERROR", "too many open files");
  };
  await watch.look();
  expect(watch.latest).toBe(first);
  world.files.hook = null;
  await watch.look();
  expect(String(watch.latest)).toContain('"pending":2');
});
