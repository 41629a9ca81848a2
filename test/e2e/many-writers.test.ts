import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { backlogPaths } from "#contracts/paths";
import type { Backlog } from "#contracts/schema/backlog";
import { bundleScript } from "../agents/bundle-script.ts";
import { scratch, startNode } from "./harness.ts";

const PROCESSES = 8;
const EDITS = 200;
const ROUNDS = 50;

const WRITER = `
import { backlogPaths } from "#contracts/paths";
import { editItem } from "#engine/stores/backlog-store";
import { createNodePorts } from "#platform/node-ports";
const [project, id, edits] = process.argv.slice(2);
const ports = createNodePorts();
for (let edit = 0; edit < Number(edits); edit += 1) {
  await editItem(ports, backlogPaths(project), id, (item) => ({
    ...item,
    estimatedIterations: (item.estimatedIterations ?? 0) + 1,
  }));
}
`;

/** In each round: waits for the others, starts, says what came of it, and as the winner waits until all have answered. */
const STARTER = `
import { readdirSync, writeFileSync } from "node:fs";
import { backlogPaths } from "#contracts/paths";
import { acquireLoopLock } from "#engine/stores/loop-lock";
import { createNodePorts } from "#platform/node-ports";
const [folder, id, starters, rounds] = process.argv.slice(2);
const ports = createNodePorts();
const all = async (kind, round) => {
  writeFileSync(folder + "/" + kind + "-" + round + "-" + id, "");
  while (readdirSync(folder).filter((name) => name.startsWith(kind + "-" + round + "-")).length < Number(starters)) {
    await ports.clock.sleep(1);
  }
};
for (let round = 0; round < Number(rounds); round += 1) {
  const paths = backlogPaths(folder + "/project-" + round);
  await all("ready", round);
  const lock = await acquireLoopLock(ports, paths, paths.projectPath + "/git.lock");
  console.log(round + " " + lock.kind);
  await all("answered", round);
  if (lock.kind === "acquired") await lock.release();
}
`;

const runAll = async (script: string, argumentsOf: (index: number) => string[]): Promise<string[]> => {
  const running = Array.from({ length: PROCESSES }, (_, index) =>
    startNode([script, ...argumentsOf(index)], { cwd: scratch("process") }),
  );
  const results = await Promise.all(running.map(({ ended }) => ended));
  for (const { code, stderr } of results) expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return results.flatMap(({ stdout }) => stdout.trim().split("\n"));
};

describe("8 processes at once", () => {
  it("lose none of their 1,600 edits of one backlog", async () => {
    const project = scratch("project");
    const paths = backlogPaths(project);
    const items = Array.from({ length: PROCESSES }, (_, index) => ({
      id: String(index + 1).padStart(3, "0"),
      type: "chore",
      priority: 2,
      title: `Item of process ${index}`,
      description: "",
      acceptanceCriteria: ["It counts"],
      status: "pending",
      completedAt: null,
    }));
    mkdirSync(paths.root);
    writeFileSync(paths.backlog, JSON.stringify({ project: "many", description: "", items }));
    const script = await bundleScript(scratch("script"), "writer", WRITER);
    await runAll(script, (index) => [project, items[index]?.id ?? "", String(EDITS)]);
    const after = JSON.parse(readFileSync(paths.backlog, "utf8")) as Backlog;
    expect(after.items.map((item) => item.estimatedIterations)).toEqual(items.map(() => EDITS));
    expect(readdirSync(paths.root).sort()).toEqual(["backlog.json", "backlog.json.bak"]);
  });

  it("get one stale lock: exactly one of them, 50 times", async () => {
    const folder = scratch("starters");
    const stale = {
      pid: 2 ** 22 + 1,
      startedAt: "2026-11-20T22:00:00.000Z",
      processStartTime: "1",
      token: "dead",
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const paths = backlogPaths(`${folder}/project-${round}`);
      mkdirSync(paths.stateDir, { recursive: true });
      writeFileSync(paths.lock, JSON.stringify(stale));
      writeFileSync(`${paths.projectPath}/git.lock`, JSON.stringify(stale));
    }
    const script = await bundleScript(scratch("script"), "starter", STARTER);
    const answers = await runAll(script, (index) => [
      folder,
      String(index),
      String(PROCESSES),
      String(ROUNDS),
    ]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const ofRound = answers.filter((answer) => answer.startsWith(`${round} `)).sort();
      expect(ofRound).toEqual([`${round} acquired`, ...Array.from({ length: 7 }, () => `${round} held`)]);
      const paths = backlogPaths(`${folder}/project-${round}`);
      expect(readdirSync(paths.stateDir)).toEqual([]);
    }
  });
});
