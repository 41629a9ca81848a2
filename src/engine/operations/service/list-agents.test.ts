import { describe, expect, it } from "vitest";
import type { AgentId } from "#contracts/agent-ids";
import type { AgentInfo } from "#contracts/schema/agent-info";
import { listAgents } from "#engine/operations/service/list-agents";
import { createMemoryWorld } from "../../../../test/fakes/memory-ports.ts";

const MARKER = {
  tool: true,
  version: "1",
  variant: "backlog-json",
  installedAt: "2026-11-20T10:00:00.000Z",
  installedBy: "1.0.0",
  profile: {
    stack: "unknown",
    packageManager: null,
    monorepo: false,
    commands: { test: null, typecheck: null, lint: null, build: null, format: null },
    verify: "",
  },
  artifactHashes: {},
};

interface Setting {
  readonly marker?: object | string;
  readonly config?: object;
  readonly onPath?: readonly string[];
  readonly folder?: string | null;
}

/** The agent of that id as listed in a folder with that marker, under that config. */
async function listed(
  id: AgentId,
  { marker, config = {}, onPath = [], folder = "/work" }: Setting,
): Promise<AgentInfo | undefined> {
  const world = createMemoryWorld({ topLevel: "/work" });
  const ports = world.runner();
  for (const binary of onPath) world.processes.agents.set(binary, async () => 0);
  const text = typeof marker === "object" ? JSON.stringify({ ...MARKER, options: marker }) : marker;
  world.files.plant({
    ...(text === undefined ? {} : { "/work/.tool.json": text }),
    [`${ports.machine.home}/.tool/config.json`]: JSON.stringify(config),
  });
  const agents = await listAgents(ports, folder);
  expect(world.processes.spawned).toEqual([]);
  return agents.find((agent) => agent.id === id);
}

const OPENCODE = { binary: "opencode", displayName: "opencode" };
const ofProject = { provider: "generic-cli", providerConfig: OPENCODE };

describe("listAgents", () => {
  it.each<[string, AgentId, Setting, Partial<AgentInfo>]>([
    [
      "what the project configures",
      "generic-cli",
      { marker: ofProject, onPath: ["opencode"] },
      { displayName: "opencode", binaryName: "opencode", available: true, detail: "opencode, the default" },
    ],
    [
      "over what is configured for all",
      "generic-cli",
      { marker: ofProject, config: { providers: { "generic-cli": { binary: "mine" } } } },
      { binaryName: "opencode", available: false, detail: "opencode is not on PATH" },
    ],
    [
      "not what it configures of another agent",
      "codex",
      { marker: ofProject, onPath: ["codex"] },
      { binaryName: "codex", available: true, detail: "codex" },
    ],
    ["nor a marker elsewhere", "generic-cli", { marker: ofProject, folder: "/other" }, { available: false }],
    [
      "nor any where no folder is asked for",
      "generic-cli",
      { marker: ofProject, folder: null },
      { available: false },
    ],
    [
      "the project's choice as the default",
      "codex",
      { marker: { provider: "codex" }, config: { defaultProvider: "pi" }, onPath: ["codex"] },
      { detail: "codex, the default" },
    ],
    [
      "where the project's configuration lacks a binary",
      "generic-cli",
      { marker: { provider: "generic-cli", providerConfig: {} } },
      { available: false, detail: "no binary set in .tool.json" },
    ],
    [
      "a fault in the settings of one as its detail",
      "generic-cli",
      { marker: { provider: "generic-cli", providerConfig: { binary: 3 } } },
      {
        available: false,
        detail: "options.providerConfig.binary must be a text that isn't empty. It stands in .tool.json.",
      },
    ],
    [
      "all of them where the marker can't be read",
      "codex",
      { marker: "{", onPath: ["codex"] },
      { available: true },
    ],
  ])("tells %s", async (_, id, setting, expected) => {
    expect(await listed(id, setting)).toMatchObject({ id, ...expected });
  });
});

describe("settings that can't be read", () => {
  const torn = (): ReturnType<ReturnType<typeof createMemoryWorld>["runner"]> => {
    const world = createMemoryWorld({ topLevel: "/work" });
    const ports = world.runner();
    world.files.plant({ [`${ports.machine.home}/.tool/config.json`]: "{" });
    return ports;
  };

  it("are the caller's to tell of, and the list comes all the same", async () => {
    const told: string[] = [];
    const agents = await listAgents(torn(), null, ({ code }) => void told.push(code));
    expect(told).toEqual(["INVALID_JSON"]);
    expect(agents).toHaveLength(7);
  });

  it("are an error for whoever doesn't", async () => {
    await expect(listAgents(torn())).rejects.toMatchObject({ code: "INVALID_JSON" });
  });
});
