import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FAST_EXIT_MS } from "#contracts/limits";
import type { RunningTool } from "../e2e/harness.ts";
import { openNight, type Night } from "./open-night.ts";
import type { RealAgent } from "./real-agent.ts";

/** What every program must come to in the loop: done, blocked, a question, a failure, a hang, a Ctrl-C. */
export function proveTheLoop(agent: RealAgent): void {
  it("makes a commit of what is done, a block of what is blocked, and asks what needs a human", async () => {
    const night = await openNight(agent, {
      titles: ["Write hello", "Publish", "Choose the period"],
      scenarios: ["done", "blocked", "needs-human"],
      steps: ({ path }) => [
        { write: { path: join(path, "hello.txt"), content: "from the agent\n" }, saying: "I write it now." },
        { say: "All criteria pass.\nTOOL_DONE" },
        { say: "I looked around.\n\nTOOL_BLOCKED:needs NPM_TOKEN" },
        { say: "The spec says both.\n\nKeep them for 30 or 90 days?\n\nTOOL_NEEDS_HUMAN" },
      ],
    });
    const { code } = await night.start().ended;
    expect(code).toBe(5);
    expect(night.repo.subjects().at(-1)).toBe("[tool] 001: Write hello");
    expect(night.repo.git("show", "HEAD:hello.txt")).toBe("from the agent");
    expect(night.repo.git("status", "--porcelain")).toBe("M .tool/backlog.json");
    expect(night.item("001").status).toBe("done");
    expect(night.item("002")).toMatchObject({ status: "blocked", blockedReason: "needs NPM_TOKEN" });
    expect(night.item("003")).toMatchObject({
      needsHuman: true,
      blockedReason: "Keep them for 30 or 90 days?",
    });
    expectSpoken(night, agent);
    await expectClean(night, agent);
  });

  const failures = Object.entries(agent.words) as [keyof RealAgent["words"], RegExp][];
  it.each(failures)("is told in the agent's words that the service answers %s", async (kind, words) => {
    const night = await openNight(agent, { scenarios: [kind], steps: () => [{ fault: { kind } }] });
    expect((await night.start("--retries", "0").ended).code).toBe(1);
    const { status, blockedReason } = night.item("001");
    // It leaves the item pending; but what fails late on a busy machine is an attempt, unless a person must mend it.
    const [end] = night.events("llm_exited");
    const isLate = kind !== "unauthorized" && Number(end?.["durationMs"]) > FAST_EXIT_MS;
    expect(status).toBe(isLate ? "blocked" : "pending");
    expect(isLate ? blockedReason : night.events("loop_error")[0]?.["error"]).toMatch(words);
    await expectClean(night, agent);
  });

  it("blocks the item when the session hangs, and nothing is left running", async () => {
    const night = await openNight(agent, { scenarios: ["hang"], steps: () => [{ hang: "midway" }] });
    expect((await night.start("--timeout", "0.05").ended).code).toBe(5);
    expect(night.item("001")).toMatchObject({
      status: "blocked",
      blockedReason: expect.stringMatching(/^timed out after 3 seconds/),
    });
    await expectClean(night, agent);
  });

  it("ends the agent and its tools on Ctrl-C, with the item pending", async () => {
    const night = await openNight(agent, {
      scenarios: ["interrupted"],
      steps: ({ path }) => [{ run: `touch ${join(path, "started")}; tail -f /dev/null` }],
    });
    const running = night.start();
    const tool = "tail -f /dev/null";
    const isAtWork = (): boolean =>
      process.platform === "linux"
        ? night.leftovers().includes(tool)
        : existsSync(join(night.repo.path, "started"));
    await until(isAtWork, running);
    running.kill("SIGINT");
    expect((await running.ended).code).toBe(1);
    expect(night.item("001").status).toBe("pending");
    expect(night.state()).toMatchObject({ status: "paused", unfinishedItem: "001" });
    await expectClean(night, agent);
  });
}

/** The prompt got through, the model too, and the run was told of tools and tokens. */
function expectSpoken(night: Night, agent: RealAgent): void {
  const [first] = night.server.calls;
  expect(first?.model).toBe(agent.modelAsked);
  expect(first?.body).toContain("Write hello");
  const tools = night
    .events("llm_tool_activity")
    .map(({ itemId, toolName, phase }) => [itemId, toolName, phase]);
  const write = agent.tools?.write;
  expect(tools).toEqual(
    write === undefined
      ? []
      : [
          ["001", write, "start"],
          ["001", write, "end"],
        ],
  );
  const last = night.events("llm_token_update").findLast(({ itemId }) => itemId === "001");
  expect(last === undefined ? null : [last["inputTokens"], last["outputTokens"]]).toEqual(agent.tokens);
}

/** Nothing runs on, and nobody tried to leave loopback but for what is known of the program. */
export async function expectClean(night: Night, agent: RealAgent): Promise<void> {
  // The shell that starts git ends by itself, a moment after the run.
  await expect.poll(() => night.leftovers()).toEqual([]);
  expect(night.server.foreign.filter((host) => !agent.reaches?.includes(host))).toEqual([]);
}

/** Polls what another process does, for as long as it runs. */
export async function until(what: () => boolean, running: RunningTool): Promise<void> {
  while (!what()) {
    const end = await Promise.race([running.ended, new Promise<null>((go) => setTimeout(go, 50, null))]);
    if (end !== null) throw new Error(`It never came to that:\n${end.stdout}${end.stderr}`);
  }
}
