import { createMemoryFiles } from "../fakes/memory-files.ts";
import { createVirtualClock } from "../fakes/virtual-clock.ts";
import { clockContract } from "./clock-contract.ts";
import { filesContract } from "./files-contract.ts";

filesContract("in memory", () => {
  const files = createMemoryFiles();
  void files.makeDir("/work");
  return { files, folder: "/work", dispose: () => undefined };
});

clockContract("virtual", () => {
  const clock = createVirtualClock({ auto: false });
  return { clock, pass: (ms) => clock.advance(ms) };
});
