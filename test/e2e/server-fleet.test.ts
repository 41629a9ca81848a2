import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { agentScript, scratch, type Repo } from "./harness.ts";
import { crowd } from "../crowd.ts";
import { createServerWorld, endedItself, type ServerWorld } from "./server-world.ts";

/** Seconds under load: ten in the suite, two minutes in the long proofs. */
const SECONDS = Number(process.env["SERVER_SECONDS"] ?? 10);
const PROJECTS = 10;
const REQUESTS_A_SECOND = 50;
const LATE_MS = 50;
/** The delay by the clock is told by the long proof alone, which has the machine to itself: in the suite other tests' work would count as the server's. */
const BY_CLOCK = SECONDS > 10;

interface Answers {
  readonly statuses: Map<number, number>;
  readonly errors: string[];
}

const askOnce = async (world: ServerWorld, path: string, { statuses, errors }: Answers): Promise<void> => {
  try {
    const response = await world.fetch(path);
    await response.arrayBuffer();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  } catch (error) {
    errors.push(`${path}: ${String(error)}`);
  }
};

/** As many requests as the rate says, whether or not the earlier ones were answered. */
const askForSeconds = async (world: ServerWorld, names: readonly string[]): Promise<Answers> => {
  const answers: Answers = { statuses: new Map(), errors: [] };
  const routes = ["/status", "/backlog", "/log?tail=20", "", "/progress", "/profile"];
  const paths = names.flatMap((name) => routes.map((route) => `/api/projects/${name}${route}`));
  paths.push("/api/projects", "/api/loops", "/api/health", "/api/config", "/api/agents");
  const under: Promise<void>[] = [];
  const total = SECONDS * REQUESTS_A_SECOND;
  const began = performance.now();
  for (let i = 0; i < total; i += 1) {
    const wait = began + (i * 1000) / REQUESTS_A_SECOND - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const path = paths[(i * 7) % paths.length] ?? "";
    under.push(askOnce(world, path, answers));
  }
  await Promise.all(under);
  return answers;
};

interface Heard {
  readonly ids: readonly string[];
  /** The server has ended the stream; it was not cut off. */
  readonly whole: boolean;
}

/** Ids as they come over one stream of a project, until it ends. */
const listen = async (world: ServerWorld, name: string): Promise<Heard> => {
  const ids: string[] = [];
  let rest = "";
  const decoder = new TextDecoder();
  try {
    const response = await world.fetch(`/api/projects/${name}/loop/events`);
    for await (const chunk of response.body ?? []) {
      const parts = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split("\n\n");
      rest = parts.pop() ?? "";
      ids.push(...parts.flatMap((part) => /^id: (\d+:\d+)$/m.exec(part)?.[1] ?? []));
    }
    return { ids, whole: true };
  } catch {
    return { ids, whole: false };
  }
};

const writtenIds = (repo: Repo): string[] => {
  const events = repo
    .read(".tool/events.ndjson")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { seq: number; timestamp: string });
  const run = Date.parse(events[0]?.timestamp ?? "");
  return events.map(({ seq }) => `${run}:${seq}`);
};

test(
  `${PROJECTS} projects looping under ${REQUESTS_A_SECOND} requests a second: no error, no lost event, nothing left, event loop p99 below ${LATE_MS} ms ${BY_CLOCK ? "by the clock" : "of its own CPU"}`,
  async () => {
    const delayFile = join(scratch("probe"), "delay.json");
    const world = await createServerWorld(onTestFinished, {
      NODE_OPTIONS: `--require ${join(import.meta.dirname, "event-loop-probe.cjs")}`,
      EVENT_LOOP_FILE: delayFile,
    });
    const agent = agentScript("cat > /dev/null\nsleep 1\ndate +%N >> work.txt\necho TOOL_DONE");
    const repos: Repo[] = [];
    for (let i = 1; i <= PROJECTS; i += 1) repos.push(await world.project(`p${i}`, agent, SECONDS + 20));
    const names = repos.map(({ path }) => path.slice(path.lastIndexOf("/") + 1));
    await world.run(["server", "start"]);
    const heard = names.map((name) => listen(world, name));
    for (const name of names) {
      const started = await world.fetch(`/api/projects/${name}/loop/start`, {
        method: "POST",
        headers: { "X-Tool-Request": "true", "content-type": "application/json" },
        body: JSON.stringify({ maxIterations: 1000 }),
      });
      expect(await started.json()).toMatchObject({ data: { started: true } });
    }
    const answers = await askForSeconds(world, names);
    expect(answers.errors).toEqual([]);
    expect([...answers.statuses]).toEqual([[200, SECONDS * REQUESTS_A_SECOND]]);
    process.kill(world.pid(), "SIGUSR2");
    await expect.poll(() => existsSync(delayFile) && readFileSync(delayFile, "utf8")).toContain("p99");
    const delay = JSON.parse(readFileSync(delayFile, "utf8")) as {
      wall: { p99: number };
      cpu: { p99: number };
    };

    expect(await world.run(["server", "stop", "--force"])).toMatchObject({ code: 0, stderr: "" });
    expect(world.processes()).toEqual([]);
    // On a crowded machine it may need longer for ten loops than it is given.
    expect(endedItself(world) || crowd() > 2).toBe(true);
    for (const [i, { ids, whole }] of (await Promise.all(heard)).entries()) {
      const repo = repos[i]!;
      expect(whole).toBe(endedItself(world));
      // The last words may come after the streams were ended.
      expect(writtenIds(repo).slice(0, ids.length)).toEqual(ids);
      const done = repo.subjects().filter((subject) => subject.startsWith("[tool] ")).length;
      expect(done).toBeGreaterThan(SECONDS / 4 / crowd());
      expect(ids.length).toBeGreaterThan(done * 5);
    }
    const { p99 } = BY_CLOCK ? delay.wall : delay.cpu;
    // A process that is started costs the server more on a crowded machine.
    expect(p99, JSON.stringify(delay)).toBeLessThan(LATE_MS * crowd());
  },
  (SECONDS + 60) * 1000,
);
