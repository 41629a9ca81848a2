import { appendFile, chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Backlog } from "#contracts/schema/backlog";
import type { LoopEventBody } from "#contracts/schema/loop-event";
import { backlogPaths } from "#contracts/paths";
import { manyItems } from "./backlog-data.ts";
import type { RealServer } from "./real-server.ts";

const PAST_EVENTS = 5_000;
const LINES_PER_EVENT = 3;

export interface LiveProject {
  /** Writes into the run's files what its sessions would have caused, and gives the tool that was called last: the log's last line. */
  readonly happen: (count: number) => Promise<string>;
  /** Writes one event, at once. */
  readonly emit: (body: LoopEventBody) => Promise<void>;
}

/** A root as it is after months: a project of 200 items with a run under way, a torn one, and others that wait. */
export async function plantProjects(server: RealServer): Promise<LiveProject> {
  for (const id of ["live", "torn", "other-1", "other-2", "other-3"])
    await plantProject(server, id, id === "live" ? 200 : 20);
  await writeFile(backlogPaths(join(server.root, "torn")).backlog, '{ "items": [');
  return startRun(server, "live");
}

export async function plantProject(server: RealServer, id: string, items: number): Promise<void> {
  const { backlog } = backlogPaths(join(server.root, id));
  await mkdir(join(server.root, id));
  await server.run(id, "git", "init", "--quiet", "--initial-branch=night");
  await server.tool(id, "install", "--yes");
  await writeFile(backlog, JSON.stringify({ project: id, description: "", items: manyItems(items) }));
}

/** What an agent's question leaves in the backlog. */
export async function ask(server: RealServer, id: string, itemId: string, question: string): Promise<void> {
  const { backlog } = backlogPaths(join(server.root, id));
  const stored = JSON.parse(await readFile(backlog, "utf8")) as Backlog;
  const items = stored.items.map((item) =>
    item.id === itemId ? { ...item, status: "blocked", needsHuman: true, blockedReason: question } : item,
  );
  await writeFile(backlog, JSON.stringify({ ...stored, items }));
}

/** A loop whose session never ends by itself; the server's end takes it along. */
async function startRun(server: RealServer, id: string): Promise<LiveProject> {
  const place = join(server.root, id);
  const paths = backlogPaths(place);
  const agent = join(server.root, ".agent.sh");
  await writeFile(agent, "#!/bin/sh\ncat > /dev/null\nexec sleep 600\n");
  await chmod(agent, 0o755);
  const stored = JSON.parse(await readFile(paths.marker, "utf8")) as { options: object };
  Object.assign(stored.options, { provider: "generic-cli", providerConfig: { binary: agent } });
  await writeFile(paths.marker, JSON.stringify(stored));
  await writeFile(paths.progress, "# Progress\n\n- `pnpm test` needs a database.\n");
  await server.run(id, "git", "add", "-A");
  await server.run(id, "git", "commit", "--quiet", "-m", "Start");
  const answer = await fetch(`${server.url}/api/projects/${id}/loop/start`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Tool-Request": "true" },
    body: JSON.stringify({ maxIterations: 300 }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const written = async () =>
    (await readFile(paths.eventsLog, "utf8").catch(() => "")).split("\n").filter(Boolean);
  while (!(await written()).some((line) => line.includes('"llm_spawned"')))
    await new Promise((resolve) => setTimeout(resolve, 50));
  let seq = (await written()).length;
  const line = (body: LoopEventBody) => {
    const stamp = { timestamp: new Date().toISOString(), projectPath: place, seq, schemaVersion: "1" };
    seq += 1;
    return `${JSON.stringify({ ...body, ...stamp })}\n`;
  };
  const live: LiveProject = {
    emit: (body) => appendFile(paths.eventsLog, line(body)),
    async happen(count) {
      const bodies = Array.from({ length: count }, (_, at) => sessionEvent(seq + at));
      const stamp = `[${new Date().toISOString().slice(0, 19).replace("T", " ")}]`;
      const lines = bodies.map((_, at) => `${stamp} note ${seq + at}\n`.repeat(LINES_PER_EVENT));
      await appendFile(paths.eventsLog, bodies.map(line).join(""));
      await appendFile(paths.log, lines.join(""));
      const last = bodies.findLast((body) => body.type === "llm_tool_activity" && body.phase === "start");
      return last !== undefined && "toolName" in last ? last.toolName : "";
    },
  };
  await live.happen(PAST_EVENTS);
  return live;
}

/** A session in a hundred events, with its tokens and tools. */
function sessionEvent(at: number): LoopEventBody {
  const itemId = String(Math.floor(at / 100) % 200).padStart(3, "0");
  if (at % 100 === 0) return { type: "item_selected", itemId, title: `Step ${at}`, priority: 2 };
  if (at % 100 === 99) return { type: "item_completed", itemId, title: `Step ${at}`, commit: "5d07c1a" };
  return at % 2 === 0
    ? { type: "llm_token_update", itemId, inputTokens: at * 10, outputTokens: at }
    : { type: "llm_tool_activity", itemId, toolName: `Bash ${at}`, phase: at % 4 === 1 ? "start" : "end" };
}
