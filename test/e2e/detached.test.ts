import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { crowd } from "../crowd.ts";
import { agentScript, makeProject, type Repo } from "./harness.ts";
import { createServerWorld, endedItself } from "./server-world.ts";
import { toolOnTerminal } from "./terminal.ts";

const PATIENCE = { timeout: 20_000, interval: 50 };

const DONE = "cat > /dev/null\ndate +%N >> work.txt\necho TOOL_DONE";
const SLOW = "cat > /dev/null\nsleep 300";

const statuses = (repo: Repo, file = ".tool/backlog.json"): string[] =>
  (repo.json(file) as { items: { status: string }[] }).items.map(({ status }) => status);

const loopStatus = (repo: Repo): unknown =>
  repo.exists(".tool/state.json") && (repo.json(".tool/state.json") as { status: string }).status;

const isRunning = (repo: Repo): boolean =>
  loopStatus(repo) === "running" && statuses(repo).includes("in_progress");

test.concurrent("a detached run starts the daemon, hands the whole line over, and ends by itself", async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const world = await createServerWorld(atEnd);
  const agent = agentScript(
    `cat > /dev/null\necho "$FLAVOUR" > flavour.txt\ndate +%N >> work.txt\necho TOOL_DONE`,
  );
  const repo = await world.project("ledger-api", agent, 3);
  const line = [
    "loop",
    "run",
    "-d",
    "--iterations",
    "2",
    "--env",
    "FLAVOUR=plum",
    "--no-model",
    "--retries",
    "1",
  ];
  const { code, stdout, stderr } = await world.run(line, repo.path);
  const pid = world.state()?.pid ?? 0;
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toBe(
    [
      `✓ Server started on http://127.0.0.1:${world.port}  process ${pid}`,
      "✓ Loop started in ledger-api  in the server · branch night · 3 to do",
      "→ tool follow ~/code/ledger-api      watch it",
      "  tool loop stop ~/code/ledger-api   stop it gracefully",
      "",
    ].join("\n"),
  );
  await expect.poll(() => loopStatus(repo), PATIENCE).toBe("limit_reached");
  expect(repo.json(".tool/state.json")).toMatchObject({ maxIterations: 2, completedItems: ["001", "002"] });
  expect(repo.read("flavour.txt")).toBe("plum\n");
  expect(repo.subjects().slice(-2)).toEqual(["[tool] 001: Item number 1", "[tool] 002: Item number 2"]);
  const again = await world.run(["loop", "run", "--detached", "--json", repo.path], world.home);
  expect(JSON.parse(again.stdout)).toEqual({ started: true, projectPath: repo.path });
  expect(world.state()?.pid).toBe(pid);
  await expect.poll(() => loopStatus(repo), PATIENCE).toBe("complete");
});

test.concurrent("loop stop ends it gracefully, and says so when there is nothing to stop", async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const world = await createServerWorld(atEnd);
  const repo = await world.project("ledger-api", agentScript(SLOW), 2);
  const without = await world.run(["loop", "stop"], repo.path);
  expect([without.code, without.stdout, without.stderr]).toEqual([
    2,
    "",
    [
      "error[CONFLICT]: No server is running, so no detached loop either.",
      "  A loop in a terminal is stopped there with q, or from here:",
      "→ touch .tool/CANCEL",
      "",
    ].join("\n"),
  ]);
  await world.run(["loop", "run", "-d"], repo.path);
  await expect.poll(() => isRunning(repo), PATIENCE).toBe(true);
  const second = await world.run(["loop", "run", "-d"], repo.path);
  expect([second.code, second.stderr]).toEqual([
    2,
    expect.stringContaining("error[LOCK_CONFLICT]: A loop is already running in ledger-api.\n") as string,
  ]);
  const stopped = await world.run(["loop", "stop", "~/code/ledger-api".replace("~", world.home)], world.home);
  expect(stopped).toMatchObject({ code: 0, stdout: "✓ Loop stopped in ledger-api  001 is pending again\n" });
  expect([loopStatus(repo), statuses(repo), world.processes()]).toEqual([
    "paused",
    ["pending", "pending"],
    [world.state()?.pid],
  ]);
  const none = await world.run(["loop", "stop"], repo.path);
  expect([none.code, none.stderr]).toEqual([
    2,
    "error[NOT_FOUND]: No loop is running in ledger-api.\n→ tool status\n",
  ]);
  const terminal = world.start(["loop", "run", "--json"], repo.path);
  await expect.poll(() => isRunning(repo), PATIENCE).toBe(true);
  expect((await world.run(["loop", "stop"], repo.path)).code).toBe(0);
  expect(JSON.parse((await terminal.ended).stdout)).toMatchObject({ cancelled: true });
});

test.concurrent("what a run would be refused for is refused before a server is started", async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const world = await createServerWorld(atEnd);
  const repo = await world.project("ledger-api", agentScript(DONE), 1);
  const elsewhere = await makeProject(agentScript(DONE));
  repo.git("switch", "--quiet", "main");
  const onMain = await world.run(["loop", "run", "-d"], repo.path);
  expect([onMain.code, onMain.stderr]).toEqual([
    2,
    expect.stringContaining("error[CONFLICT]: The branch is main") as string,
  ]);
  repo.git("switch", "--quiet", "night");
  repo.write("notes.md", "mine");
  const cases: [readonly string[], string, string][] = [
    [["-d"], repo.path, "error[CONFLICT]: 1 file has uncommitted changes."],
    [["-d", "--create-branch", "main"], repo.path, "error[CONFLICT]: There is a branch main already."],
    [["-d", "--agent", "codex", "--env", "x"], repo.path, "error[USAGE]: --env must be KEY=VALUE"],
    [
      ["-d", "--force", "--agent", "nobody"],
      repo.path,
      'error[VALIDATION_ERROR]: There is no agent "nobody".',
    ],
    [["--follow"], repo.path, "error[USAGE]: --follow needs --detached."],
    [["-d", "--backlog", ".."], repo.path, "error[PATH_VIOLATION]: .. lies outside ledger-api."],
    [["-d"], elsewhere.path, "error[PATH_VIOLATION]: project lies outside the root of the server."],
  ];
  for (const [flags, cwd, sentence] of cases) {
    const { code, stderr } = await world.run(["loop", "run", ...flags], cwd);
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence) as string]);
  }
  const ndjson = await world.run(["loop", "run", "-d", "--ndjson"], repo.path);
  expect([ndjson.code, ndjson.stdout]).toEqual([2, ""]);
  expect(JSON.parse(ndjson.stderr)).toMatchObject({ error: { code: "USAGE" } });
  expect([world.state(), world.processes(), repo.exists(".tool/state.json")]).toEqual([null, [], false]);

  const branched = await world.run(["loop", "run", "-d", "--force", "--create-branch", "later"], repo.path);
  expect(branched.stdout).toContain("in the server · branch later · 1 to do");
  await expect.poll(() => loopStatus(repo), PATIENCE).toBe("complete");
  expect(repo.git("show", "--name-only", "--format=%s", "later")).toContain("notes.md");
});

test.concurrent("a server with loops is stopped only by force, and then nothing of them is left", async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const world = await createServerWorld(atEnd);
  const stubborn = agentScript(
    "#!/usr/bin/env node\nprocess.on('SIGTERM', () => {});\nsetInterval(() => {}, 1000);",
  );
  const repos = [
    await world.project("ledger-api", stubborn, 1),
    await world.project("web-shop", agentScript(SLOW), 2),
  ];
  for (const { path } of repos) await world.run(["loop", "run", "-d"], path);
  for (const repo of repos) await expect.poll(() => isRunning(repo), PATIENCE).toBe(true);
  for (const verb of ["stop", "restart"]) {
    const refused = await world.run(["server", verb]);
    expect(refused.code).toBe(2);
    expect(refused.stderr.replaceAll(/for [\dms ]+$/gm, "for 1s")).toBe(
      [
        "error[CONFLICT]: The server runs 2 loops; stopping it would end them.",
        "  ledger-api  001 Item number 1, for 1s",
        "  web-shop    001 Item number 1, for 1s",
        "→ tool loop stop ~/code/ledger-api   stop one gracefully",
        `  tool server ${verb} --force`.padEnd(37) + "end them; items go back to pending",
        "",
      ].join("\n"),
    );
  }
  expect((await world.run(["server", "status"])).stdout).toContain(" · 2 loops\n");
  const forced = await world.run(["server", "stop", "--force"]);
  expect(forced).toMatchObject({ code: 0, stdout: "✓ Server stopped.\n", stderr: "" });
  // It has ended the agents itself, in half of the time after which it is killed, if nobody is in its way.
  expect(endedItself(world) || crowd() > 2).toBe(true);
  await expect.poll(() => world.processes(), PATIENCE).toEqual([]);
  expect(repos.map(loopStatus)).toEqual(["paused", "paused"]);
  expect(repos.flatMap((repo) => statuses(repo))).toEqual(["pending", "pending", "pending"]);
});

test.concurrent("a server that is stopped while a commit hook hangs ends git, and nothing is lost", async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const world = await createServerWorld(atEnd);
  const repo = await world.project("ledger-api", agentScript(DONE), 1);
  const hook = join(repo.path, ".git/hooks/pre-commit");
  const hangs = join(world.home, "hangs");
  writeFileSync(hook, `#!/bin/sh\ntrap '' TERM\ntouch ${hangs}\nsleep 300\n`);
  chmodSync(hook, 0o755);
  await world.run(["loop", "run", "-d"], repo.path);
  await expect.poll(() => existsSync(hangs), PATIENCE).toBe(true);
  const forced = await world.run(["server", "stop", "--force"]);
  expect(forced).toMatchObject({ code: 0, stdout: "✓ Server stopped.\n", stderr: "" });
  // One that had to be killed says nothing any more.
  expect(readFileSync(join(world.home, ".tool", "server.log"), "utf8")).toMatch(/Stopped\n$/);
  await expect.poll(() => world.processes(), PATIENCE).toEqual([]);
  expect(repo.json(".tool/state.json")).toMatchObject({ status: "paused", unfinishedItem: "001" });
  expect(statuses(repo)).toEqual(["pending"]);
  rmSync(hook);
  const resumed = await world.run(["resume"], repo.path);
  expect([resumed.code, resumed.stderr]).toEqual([0, ""]);
  expect([statuses(repo), repo.subjects().at(-1)]).toEqual([["done"], "[tool] 001: Item number 1"]);
  expect(repo.git("status", "--short")).toBe("");
});

test.concurrent("loops whose server was killed are mended when the next server starts", async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const world = await createServerWorld(atEnd);
  const own = await world.project("ledger-api", agentScript(SLOW), 1);
  const other = await world.project("web-shop", agentScript(SLOW), 1);
  other.write("docs/plan/backlog.json", other.read(".tool/backlog.json"));
  other.git("add", "-A");
  other.git("commit", "--quiet", "-m", "Another backlog");
  await world.run(["loop", "run", "-d"], own.path);
  await world.run(["loop", "run", "-d", "--backlog", "docs/plan"], other.path);
  const both = (): string[] => [...statuses(own), ...statuses(other, "docs/plan/backlog.json")];
  await expect.poll(both, PATIENCE).toEqual(["in_progress", "in_progress"]);
  process.kill(world.pid(), "SIGKILL");
  // Who looks at the loops must not forget those that are still to be mended.
  expect((await world.run(["status", "--all"])).stdout).toContain("No loop is running");
  await world.run(["server", "start"]);
  await expect.poll(both, PATIENCE).toEqual(["pending", "pending"]);
  await expect.poll(() => world.processes(), PATIENCE).toEqual([world.state()?.pid]);
});

test("followed on a terminal, Ctrl-C detaches and the loop goes on", async () => {
  const world = await createServerWorld(onTestFinished);
  const repo = await world.project(
    "ledger-api",
    agentScript(`cat > /dev/null\nwhile [ ! -f ${world.home}/go ]; do sleep 0.05; done\n${DONE}`),
    1,
  );
  const terminal = toolOnTerminal(["loop", "run", "-d", "-f"], { cwd: repo.path, env: world.env });
  await terminal.shows("✓ Loop started in ledger-api  in the server · branch night · 1 to do");
  await terminal.shows("● 001  Item number 1");
  terminal.press("C-c");
  expect(await terminal.exitCode()).toBe(0);
  expect(loopStatus(repo)).toBe("running");

  const piped = world.start(["follow"], repo.path);
  await expect.poll(() => piped.stdout(), PATIENCE).toContain("001");
  await world.run(["status"], repo.path).then(({ code }) => expect(code).toBe(6));
  writeFileSync(join(world.home, "go"), "");
  expect((await piped.ended).stdout).toContain("complete");
  expect(loopStatus(repo)).toBe("complete");
  expect(existsSync(join(repo.path, "work.txt"))).toBe(true);
  expect(readFileSync(join(world.home, ".tool", "server.log"), "utf8")).toContain("Serving on");
});
