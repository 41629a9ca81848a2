import type { AgentScript, AgentSession } from "../fakes/agent-script.ts";
import { paths, PROJECT } from "../scenarios/night.ts";
import { chronicleCommit } from "./runner-ports.ts";
import { AGENT_PIDS, isAlive, playDeed, writeByHand, type Stage } from "./stage.ts";
import type { Act, End, SessionPlan } from "./story.ts";

const GOOD: SessionPlan = { acts: [{ act: "write" }], end: "done" };
const FOR_EVER_MS = 3_600_000;

/** The agent of every item, by the plan of the story; killed, it does nothing more. */
export function agentOf(stage: Stage): AgentScript {
  return async (session) => {
    const id = session.request.env["TOOL_ITEM_ID"] ?? "";
    const turn = stage.turns.get(id) ?? 0;
    const plan = stage.calm ? GOOD : (stage.story.sessions[id]?.[turn] ?? GOOD);
    if (!stage.calm) stage.turns.set(id, turn + 1);
    stage.chronicle.say(`agent of ${id}, session ${turn + 1}: ${JSON.stringify(plan)}`);
    for (const act of plan.acts) {
      if (!isAlive(stage, session)) return new Promise<never>(() => undefined);
      await playAct(stage, session, id, act);
    }
    if (!isAlive(stage, session)) return new Promise<never>(() => undefined);
    return playEnd(stage, session, plan.end);
  };
}

async function playAct(stage: Stage, session: AgentSession, id: string, act: Act): Promise<void> {
  const { world, chronicle } = stage;
  const { files, git } = world;
  const line = (): string => `${chronicle.token()}\n`;
  switch (act.act) {
    case "write":
      return files.plant({ [`${PROJECT}/src/${id}-${chronicle.tokens.size}.txt`]: line() });
    case "append":
      return files.plant({
        [`${PROJECT}/shared.txt`]: (files.textOf(`${PROJECT}/shared.txt`) ?? "") + line(),
      });
    case "delete":
      return void (await files.remove(`${PROJECT}/base-${(stage.turns.get(id) ?? 0) % 4}.txt`));
    case "sleep":
      return session.sleep(act.ms);
    case "leave":
      return void session.leave();
    case "stubborn":
      return session.ignoreTerm();
    case "detach":
      return git.checkout(null);
    case "branch":
      return git.checkout(`elsewhere-${chronicle.commits.length}`);
    case "merge":
      git.operation = "merge";
      return;
    case "commit":
      return commit(stage, id, act.as);
    case "backlog":
      return spoilBacklog(stage, id, act.how);
    case "tool-gone": {
      const before = files.textOf(paths.backlog);
      await files.removeDir(paths.root);
      chronicle.lost.events = true;
      // Only a runner that lives remembers what it knew.
      if (!world.processes.alive.some((pid) => pid < AGENT_PIDS)) chronicle.lost.memory = true;
      return chronicle.backlogWritten({ kind: "hand", pid: 0 }, before, "");
    }
    case "state-torn":
      chronicle.lost.memory = true;
      if ((await files.stat(paths.stateDir)) !== null) files.plant({ [paths.state]: '{ "status": "runn' });
      return;
    case "deed":
      return playDeed(stage, act.deed);
  }
}

async function commit(stage: Stage, id: string, as: "own" | "foreign" | "plain"): Promise<void> {
  const { world, chronicle, repository, story } = stage;
  const other = story.items.find((item) => item.id !== id)?.id ?? "999";
  const named = as === "own" ? id : other;
  const subject = as === "plain" || named === "" ? "wip" : `[tool] ${named}: Item ${named}`;
  await world.git.commitAll(repository, subject);
  chronicleCommit(world, chronicle, { byRunner: false, foreign: as === "foreign" });
}

async function spoilBacklog(
  stage: Stage,
  id: string,
  how: "torn" | "gone" | "own-done" | "empty",
): Promise<void> {
  const { files } = stage.world;
  const text = files.textOf(paths.backlog) ?? "";
  switch (how) {
    case "torn":
      return writeByHand(stage, text.slice(0, text.length >> 1));
    case "empty":
      return writeByHand(stage, "");
    case "gone":
      await files.remove(paths.backlog);
      return stage.chronicle.backlogWritten({ kind: "hand", pid: 0 }, text, "");
    case "own-done":
      return playDeed(stage, { do: "hand", id, to: "done" });
  }
}

async function playEnd(stage: Stage, session: AgentSession, end: End): ReturnType<AgentScript> {
  const limit = (aheadMs: number): number => {
    const resetsAt = Math.floor((stage.world.clock.now() + aheadMs) / 1000);
    session.print(`Claude AI usage limit reached|${resetsAt}`, "stderr");
    return 1;
  };
  switch (end) {
    case "done":
      return session.print("All criteria pass.\nTOOL_DONE");
    case "blocked":
      return session.print("TOOL_BLOCKED:needs a token");
    case "needs-human":
      return session.print("30 or 90 days?\nTOOL_NEEDS_HUMAN");
    case "none":
      await session.sleep(11_000);
      return session.print("I stopped here.");
    case "slow-failure":
      await session.sleep(11_000);
      return 1;
    case "fast-failure":
      session.print("Invalid API key", "stderr");
      return 1;
    case "crash":
      return { exitCode: null, signal: "SIGSEGV" };
    case "timeout":
      return session.sleep(FOR_EVER_MS);
    case "done-then-hangs":
      session.print("TOOL_DONE");
      return session.sleep(FOR_EVER_MS);
    case "limit-5h":
      return limit(40_000);
    case "limit-7d":
      return limit(2 * 86_400_000);
    case "limit-minute":
      session.print("429 Rate limit reached", "stderr");
      return 1;
    case "limit-unknown":
      session.print("The usage limit has been reached", "stderr");
      return 1;
    case "review":
      return session.print(
        'TOOL_REVIEW:{"items":[{"type":"bug","priority":1,"title":"x","description":"","acceptanceCriteria":["x"]}],"summary":"s"}',
      );
  }
}
