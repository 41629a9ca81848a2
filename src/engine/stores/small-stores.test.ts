import { describe, expect, it } from "vitest";
import { backlogPaths, globalPaths } from "#contracts/paths";
import type { Marker } from "#contracts/schema/marker";
import { clearAgentRecord, readAgentRecord, writeAgentRecord } from "#engine/stores/agent-record";
import { editConfig, readConfig } from "#engine/stores/config-store";
import { clearCancel, clearDone, isCancelAsked, writeCancel, writeDone } from "#engine/stores/control-files";
import {
  clearIterationStatus,
  readIterationStatus,
  writeIterationStatus,
} from "#engine/stores/iteration-status-store";
import { editMarker, readMarker } from "#engine/stores/marker-store";
import { clearState, readState, writeState } from "#engine/stores/state-store";
import { createMemoryWorld } from "../../../test/fakes/memory-ports.ts";

const paths = backlogPaths("/work");
const time = "2026-11-20T22:00:00.000Z";

const STATE = {
  status: "running" as const,
  iteration: 1,
  maxIterations: 20,
  currentItem: "001",
  lastSignal: null,
  startedAt: time,
  updatedAt: time,
  completedItems: [],
  blockedItems: [],
  deferredItems: [],
  baseCommitHash: null,
  error: null,
};
const STATUS = {
  itemId: "001",
  startedAt: time,
  updatedAt: time,
  currentTool: null,
  recentTools: ["Bash"],
  tokens: { input: 1, output: 2 },
  lastActivityAt: time,
  stuckWarning: false,
};
const AGENT = { mark: "outer:inner", pid: 4711, startTime: "t4711", itemId: "001", startedAt: time };
const MARKER: Marker = {
  tool: true,
  version: "1",
  variant: "backlog-json",
  installedAt: time,
  installedBy: "1.0.0",
  profile: {
    stack: "unknown",
    packageManager: null,
    monorepo: false,
    commands: { test: null, typecheck: null, lint: null, build: null, format: null },
    verify: "",
  },
  artifactHashes: {},
  options: {},
};

const setUp = (texts: Record<string, string> = {}) => {
  const world = createMemoryWorld();
  world.files.plant({ [paths.backlog]: "", ...texts });
  return { world, ports: world.runner() };
};

describe("what a run keeps", () => {
  const { ports, world } = setUp();
  it.each([
    ["state", readState, () => writeState(ports, paths, STATE), clearState, STATE],
    [
      "iteration status",
      readIterationStatus,
      () => writeIterationStatus(ports, paths, STATUS),
      clearIterationStatus,
      STATUS,
    ],
    ["agent", readAgentRecord, () => writeAgentRecord(ports, paths, AGENT), clearAgentRecord, AGENT],
  ])("%s: null, then what was written, then null again", async (_, read, write, clear, record) => {
    const before = [...world.files.tree("/work").keys()];
    expect(await read(ports, paths)).toBeNull();
    await write();
    expect(await read(ports, paths)).toEqual(record);
    expect(await clear(ports, paths)).toBe(true);
    expect(await clear(ports, paths)).toBe(false);
    expect([...world.files.tree("/work").keys()]).toEqual(before);
  });

  it("names a state that is torn", async () => {
    const { ports } = setUp({ [paths.state]: '{"status": "running"' });
    await expect(readState(ports, paths)).rejects.toMatchObject({
      code: "INVALID_JSON",
      message: ".tool/state.json is not valid JSON.",
    });
  });

  it.each(["", "{", '{"mark": ""}'])("sweeps nothing by the agent record %j", async (text) => {
    const { ports } = setUp({ [paths.agentRecord]: text });
    expect(await readAgentRecord(ports, paths)).toBeNull();
  });
});

describe("control files", () => {
  it("say that the run has ended, and that it shall", async () => {
    const { world, ports } = setUp();
    expect(await isCancelAsked(ports, paths)).toBe(false);
    await writeCancel(ports, paths);
    expect(await isCancelAsked(ports, paths)).toBe(true);
    await writeDone(ports, paths, "paused");
    expect(world.files.textOf("/work/.tool/DONE")).toBe("paused\n");
    expect([await clearCancel(ports, paths), await clearDone(ports, paths)]).toEqual([true, true]);
    expect([await clearCancel(ports, paths), await clearDone(ports, paths)]).toEqual([false, false]);
    expect(await isCancelAsked(ports, paths)).toBe(false);
  });

  it("count a CANCEL that is only a dangling link", async () => {
    const { world, ports } = setUp();
    world.files.plantLink(paths.cancel, "/nowhere");
    expect(await isCancelAsked(ports, paths)).toBe(true);
    await clearCancel(ports, paths);
    expect(await isCancelAsked(ports, paths)).toBe(false);
  });
});

describe("the marker", () => {
  it("is null where nothing is installed, and keeps unknown fields through an edit", async () => {
    const { world, ports } = setUp();
    expect(await readMarker(ports, paths)).toBeNull();
    expect(await editMarker(ports, paths, () => null)).toBeNull();
    world.files.plant({ [paths.marker]: JSON.stringify({ ...MARKER, team: "blue" }) });
    await editMarker(ports, paths, (marker) => marker && { ...marker, options: { maxIterations: 7 } });
    expect(await readMarker(ports, paths)).toEqual({
      ...MARKER,
      team: "blue",
      options: { maxIterations: 7 },
    });
  });

  it("gets no defaults by being read", async () => {
    const { ports } = setUp({ [paths.marker]: JSON.stringify(MARKER) });
    expect((await readMarker(ports, paths))?.options).toEqual({});
  });

  it("names the fault of a malformed one", async () => {
    const { ports } = setUp({ [paths.marker]: JSON.stringify({ ...MARKER, tool: "yes" }) });
    await expect(readMarker(ports, paths)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { file: ".tool.json", path: "tool", value: "yes" },
      reason: expect.stringMatching(/\. Mend it in an editor\. Nothing was written\.$/),
    });
  });

  it.each([
    ["torn", '{"tool": true,'],
    ["of another make", JSON.stringify({ ...MARKER, options: { maxIterations: "abc" } })],
  ])("offers the last commit's where that can be read and this one is %s", async (_, text) => {
    const { world, ports } = setUp({ [paths.marker]: JSON.stringify(MARKER) });
    const commit = async (): Promise<void> => {
      const repository = await ports.git.repository("/work");
      if (repository !== null) await ports.git.commitAll(repository, "Set up");
    };
    await commit();
    world.files.plant({ [paths.marker]: text });
    const command = "git checkout HEAD -- .tool.json";
    await expect(readMarker(ports, paths)).rejects.toMatchObject({
      hints: [{ command, purpose: "or go back to the last commit" }],
    });
    await commit();
    await expect(readMarker(ports, paths)).rejects.toMatchObject({ hints: [] });
  });
});

describe("the config", () => {
  it("lies in the home, is made with its folder, and is edited field by field", async () => {
    const { world, ports } = setUp();
    expect(await readConfig(ports)).toBeNull();
    await editConfig(ports, (config) => ({ ...config, port: 6000 }));
    await editConfig(ports, (config) => ({ ...config, theme: "dark" }));
    expect(await readConfig(ports)).toEqual({ port: 6000, theme: "dark" });
    expect([...world.files.tree("/home/user").keys()]).toEqual([".tool/config.json"]);
  });

  it("names the fault of a malformed one by its whole path", async () => {
    const file = globalPaths("/home/user").config;
    const { ports } = setUp({ [file]: '{"port": 0}' });
    await expect(readConfig(ports)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { file, path: "port" },
      reason: expect.stringMatching(/\. Mend it in an editor, or move it away\. Nothing was written\.$/),
      hints: [
        { command: "mv ~/.tool/config.json ~/.tool/config.json.old", purpose: "go on without your settings" },
      ],
    });
  });
});
