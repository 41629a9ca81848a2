import { expect, test } from "vitest";
import { createMemoryFiles } from "../../../test/fakes/memory-files.ts";
import { createMemoryWorld } from "../../../test/fakes/memory-ports.ts";
import { createLinePages } from "#server/streams/line-pages";

const MIB = 1_048_576;
const LOG = "/state/events.ndjson";

test("a page that is come to from several places is kept, and counted, once", async () => {
  const files = createMemoryFiles({ now: () => 0 });
  files.plant({ [LOG]: "one\n" });
  let readings = 0;
  const pages = createLinePages<readonly string[]>(
    {
      ...createMemoryWorld().runner(),
      files: {
        ...files,
        readLines(path, from, maxBytes) {
          readings += 1;
          return files.readLines(path, from, maxBytes);
        },
      },
    },
    { path: LOG, archive: "/state/archive", encode: (lines) => lines, bytesOf: () => 1.5 * MIB },
  );
  const first = await pages.read(null);
  // Readers of files that are gone begin with the one that is there.
  for (let inode = 1000; inode < 1004; inode += 1) {
    expect((await pages.read({ inode, from: 7 }))?.place).toEqual(first?.place);
  }
  await files.append(LOG, "two\n");
  expect((await pages.read(first!.next))?.content).toEqual(["two"]);
  const before = readings;
  expect((await pages.read(first!.place))?.content).toEqual(["one"]);
  expect(readings).toBe(before);
});
