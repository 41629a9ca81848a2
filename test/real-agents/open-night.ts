import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { ENV } from "#contracts/names";
import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { LoopState } from "#contracts/schema/loop-state";
import { addItems, makeRepo, scratch, startTool, tool, type Repo, type RunningTool } from "../e2e/harness.ts";
import { startModelServer, type ModelServer } from "../model-server/start-model-server.ts";
import type { Step } from "../model-server/step.ts";
import { searchPath, versionOf } from "./agent-programs.ts";
import { markedProcesses } from "./marked-processes.ts";
import type { RealAgent } from "./real-agent.ts";
import { recordSessions } from "./record-sessions.ts";

export interface Story {
  readonly titles?: readonly string[];
  /** Names its sessions, for their records. */
  readonly scenarios: readonly string[];
  /** Of the limit in it, in seconds. */
  readonly resetsAt?: number;
  steps(repo: Repo): readonly Step[];
}

export interface Night {
  readonly repo: Repo;
  readonly server: ModelServer;
  start(...args: string[]): RunningTool;
  item(id: string): BacklogItem;
  /** Null before there is one. */
  state(): LoopState | null;
  log(): string;
  events(type: string): Readonly<Record<string, unknown>>[];
  /** The command lines of what still runs of all that this night started, the tool itself included. */
  leftovers(): string[];
}

/** A committed project on a branch of its own, whose agent asks the scripted model and can reach nobody else. */
export async function openNight(agent: RealAgent, story: Story): Promise<Night> {
  const repo = await makeNightProject(agent, story.titles ?? ["Write hello"]);
  const server = await startModelServer(story.steps(repo));
  onTestFinished(() => server.close());
  const home = scratch("home");
  for (const [file, text] of Object.entries(agent.files(server.url))) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), text);
  }
  const mark = randomUUID();
  const temp = scratch("tmp");
  const path = recordSessions(agent.command, searchPath(agent.command), {
    agent: agent.name,
    provider: agent.provider,
    outputFormat: agent.providerConfig?.["outputFormat"],
    version: versionOf(agent.command),
    scenarios: story.scenarios,
    resetsAt: story.resetsAt ?? null,
    paths: {
      [repo.path]: "/project",
      [repo.path.replaceAll("/", "-")]: "-project",
      [home]: "/home/user",
      [temp]: "/tmp",
      [server.url]: "http://127.0.0.1:1",
    },
  });
  const env = {
    ...environment(server.url),
    PATH: path,
    HOME: home,
    TMPDIR: temp,
    [ENV.session]: mark,
    ...agent.env(server.url, home),
  };
  return {
    repo,
    server,
    start(...args) {
      const running = startTool(["loop", "run", "--model", agent.model, ...args], { cwd: repo.path, env });
      onTestFinished(() => running.kill("SIGKILL"));
      return running;
    },
    ...readers(repo),
    leftovers: () => markedProcesses(mark),
  };
}

function readers(repo: Repo): Pick<Night, "item" | "state" | "log" | "events"> {
  return {
    item(id) {
      const found = (repo.json(".tool/backlog.json") as Backlog).items.find((one) => one.id === id);
      if (found === undefined) throw new Error(`No item ${id}`);
      return found;
    },
    state: () => (repo.exists(".tool/state.json") ? (repo.json(".tool/state.json") as LoopState) : null),
    log: () => (repo.exists(".tool/tool.log") ? repo.read(".tool/tool.log") : ""),
    events: (type) =>
      repo
        .read(".tool/events.ndjson")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((event) => event["type"] === type),
  };
}

async function makeNightProject(agent: RealAgent, titles: readonly string[]): Promise<Repo> {
  const repo = makeRepo();
  const installed = await tool(["install", "--yes"], { cwd: repo.path });
  if (installed.code !== 0) throw new Error(`install: ${installed.stdout}${installed.stderr}`);
  const marker = repo.json(".tool.json") as { options: Record<string, unknown> };
  marker.options["provider"] = agent.provider;
  marker.options["circuitBreakerThreshold"] = 1;
  if (agent.providerConfig !== undefined) marker.options["providerConfig"] = agent.providerConfig;
  repo.write(".tool.json", `${JSON.stringify(marker, null, 2)}\n`);
  repo.git("add", "-A");
  repo.git("commit", "--quiet", "-m", "Set up tool");
  repo.git("switch", "--quiet", "-c", "night");
  await addItems(
    repo,
    titles.map((title) => [title]),
  );
  return repo;
}

/** Nothing of the tester's own; what isn't loopback goes to the model server, which notes it. The zone is far from UTC. */
function environment(url: string): Record<string, string | undefined> {
  const nothing = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));
  const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].map((name) => [name, url]);
  return {
    ...nothing,
    LANG: "C.UTF-8",
    TZ: "Asia/Kolkata",
    ...Object.fromEntries(proxies),
    NO_PROXY: "127.0.0.1,localhost",
    no_proxy: "127.0.0.1,localhost",
  };
}
