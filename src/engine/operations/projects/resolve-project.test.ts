import { describe, expect, test } from "vitest";
import { resolveProject } from "#engine/operations/projects/resolve-project";
import type { Files, Ports } from "#engine/ports";
import { createMemoryWorld } from "../../../../test/fakes/memory-ports.ts";

const PROJECT = "/home/ada/code/api";

function portsWith(plantMore: (files: ReturnType<typeof createMemoryWorld>["files"]) => void): Ports {
  const world = createMemoryWorld({ topLevel: PROJECT });
  world.files.plant({
    [`${PROJECT}/.tool/backlog.json`]: "{}",
    [`${PROJECT}/plans/backlog.json`]: "{}",
    "/home/ada/other/backlog.json": "{}",
  });
  plantMore(world.files);
  return world.runner();
}

/** As macOS has it: names are kept as they were given, and found in any case. */
function ignoringCase(ports: Ports): Ports {
  const lower = (files: Files): Files =>
    new Proxy(files, {
      get: (target, name: keyof Files) => {
        const deed = target[name] as (path: string, ...more: unknown[]) => unknown;
        return (path: string, ...more: unknown[]) => deed.call(target, path.toLowerCase(), ...more);
      },
    });
  return { ...ports, files: lower(ports.files) };
}

const rootOf = async (ports: Ports, backlog: string): Promise<string> =>
  (await resolveProject(ports, { cwd: PROJECT, target: null, backlog, lookIn: null })).paths.root;

describe("--backlog stays inside the project, links followed", () => {
  const ports = portsWith((files) => {
    files.plantLink(`${PROJECT}/out`, "/home/ada/other");
    files.plantLink(`${PROJECT}/in`, `${PROJECT}/plans`);
  });
  test.each(["..", "../other", "/etc", "plans/../../other", "out", "out/deeper", "out/not/there"])(
    "%s is refused",
    async (backlog) => {
      await expect(rootOf(ports, backlog)).rejects.toMatchObject({ code: "PATH_VIOLATION" });
    },
  );
  test.each(["plans", "plans/", "./plans", "in", "not/there", ".tool", "."])(
    "%s is a root",
    async (backlog) => {
      expect((await rootOf(ports, backlog)).startsWith(PROJECT)).toBe(true);
    },
  );
});

describe("the state directory in other letters", () => {
  test("is the same where the file system ignores case: one backlog, one place for its locks", async () => {
    const ports = ignoringCase(portsWith(() => undefined));
    expect(await rootOf(ports, ".TOOL")).toBe(`${PROJECT}/.tool`);
    expect(await rootOf(ports, ".Tool/")).toBe(`${PROJECT}/.tool`);
  });

  test("is another folder where it doesn't", async () => {
    const two = portsWith((files) => files.plant({ [`${PROJECT}/.TOOL/backlog.json`]: "{}" }));
    expect(await rootOf(two, ".TOOL")).toBe(`${PROJECT}/.TOOL`);
    expect(
      await rootOf(
        portsWith(() => undefined),
        ".TOOL",
      ),
    ).toBe(`${PROJECT}/.TOOL`);
  });
});
