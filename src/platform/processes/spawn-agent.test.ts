import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createNodeProcesses } from "#platform/node-processes";
import { bundleScript } from "../../../test/agents/bundle-script.ts";
import { startAgent } from "../../../test/agents/start-agent.ts";
import { crowd } from "../../../test/crowd.ts";

const processes = createNodeProcesses();
const folder = realpathSync(mkdtempSync(join(tmpdir(), "spawn-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WITHOUT_DESCRIPTORS = `
import { closeSync, openSync } from "node:fs";
import { createNodeProcesses } from "#platform/node-processes";
const processes = createNodeProcesses();
const held = [];
try {
  for (;;) held.push(openSync("/dev/null", "r"));
} catch {}
const request = { binary: "/bin/echo", args: [], cwd: "/", env: {}, stdin: "x", mark: "m", onLine() {} };
const end = await processes.spawn(request).ended;
for (const fd of held) closeSync(fd);
console.log(end.spawnError);
`;
const unharmed = { signal: null, spawnError: null, swept: 0 };

describe("the end", () => {
  it.each([0, 1, 3, 255])("has the exit code %i", async (code) => {
    const agent = startAgent(processes, "exits-with.sh", { args: [String(code)] });
    expect(await agent.ended).toEqual({ ...unharmed, exitCode: code });
  });

  it("has the signal of a death", async () => {
    const agent = startAgent(processes, "dies-by-segv.sh");
    expect(await agent.ended).toEqual({ exitCode: null, signal: "SIGSEGV", spawnError: null, swept: 0 });
    expect(agent.stdout()).toEqual(["last words"]);
  });

  it("comes at once when nothing is left behind", async () => {
    const times: number[] = [];
    for (let run = 0; run < 5; run += 1) {
      const from = performance.now();
      await startAgent(processes, "exits-with.sh", { args: ["0"] }).ended;
      times.push(performance.now() - from);
    }
    expect(Math.min(...times)).toBeLessThan(150 * crowd());
  });
});

describe("what the process gets", () => {
  it("is the environment it was given and no other, and its folder", async () => {
    const agent = startAgent(processes, "env-dumper.sh", { cwd: folder, env: { GREETING: "a\nb=$(c)" } });
    await agent.ended;
    const [pwd, ...env] = agent.stdout();
    expect(pwd).toBe(folder);
    const names = env.flatMap((line) => /^([A-Z_]+)=/.exec(line)?.[1] ?? []);
    expect(names.filter((name) => !["PWD", "OLDPWD", "SHLVL", "_"].includes(name)).sort()).toEqual([
      "GREETING",
      "PATH",
      "TOOL_SESSION",
    ]);
    expect(env.join("\n")).toContain("GREETING=a\nb=$(c)");
  });

  it("is a prompt of any size on stdin", async () => {
    const prompt = `${"größe --help @README.md\n".repeat(40_000)}end`;
    const agent = startAgent(processes, "echoes-stdin.sh", { stdin: prompt });
    expect(await agent.ended).toEqual({ ...unharmed, exitCode: 0 });
    expect(agent.stdout().join("\n")).toBe(prompt);
  });

  it("is an empty stdin when there is no prompt", async () => {
    const agent = startAgent(processes, "echoes-stdin.sh");
    expect(await agent.ended).toEqual({ ...unharmed, exitCode: 0 });
    expect(agent.lines).toEqual([]);
  });

  it("may be left unread", async () => {
    const agent = startAgent(processes, "closes-stdin.sh", { stdin: "x".repeat(4_000_000) });
    expect(await agent.ended).toEqual({ ...unharmed, exitCode: 0 });
    expect(agent.stdout()).toEqual(["TOOL_DONE"]);
  });

  it("is an argument as it is, never a shell's", async () => {
    const args = ["-c", 'printf "%s\\n" "$@"', "sh", "$(id)", "'\"`", "", "a b", "-n"];
    const agent = startAgent(processes, "/bin/sh", { args });
    await agent.ended;
    expect(agent.stdout()).toEqual(args.slice(3));
  });

  it("is a group of its own", async () => {
    const agent = startAgent(processes, "/bin/sh", { args: ["-c", "ps -o pgid= -p $$; echo $$"] });
    await agent.ended;
    const [pgid, pid] = agent.stdout().map(Number);
    expect(pgid).toBe(pid);
    expect(agent.started()).toMatchObject({ pid });
  });
});

describe("lines", () => {
  it("arrive whole though their bytes come one by one", async () => {
    const agent = startAgent(processes, "half-utf8.mjs");
    await agent.ended;
    expect(agent.stdout()).toEqual(["größe 😀 TOOL_DONE"]);
  });

  it("include a last one without an end", async () => {
    const agent = startAgent(processes, "no-newline.sh");
    await agent.ended;
    expect(agent.stdout()).toEqual(["first", "TOOL_DONE"]);
  });

  it("name their stream", async () => {
    const agent = startAgent(processes, "/bin/sh", { args: ["-c", "echo out; echo err >&2"] });
    await agent.ended;
    expect([...agent.lines].sort((a, b) => (a.stream < b.stream ? -1 : 1))).toEqual([
      { stream: "stderr", line: "err", cut: false },
      { stream: "stdout", line: "out", cut: false },
    ]);
  });

  it("are all read though the runner was busy at the exit", async () => {
    const agent = startAgent(processes, "/bin/sh", { args: ["-c", "sleep 0.2; seq 9000"] });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const until = Date.now() + 800;
    while (Date.now() < until);
    await agent.ended;
    expect(agent.stdout().at(-1)).toBe("9000");
  });
});

describe("a start that fails", () => {
  const plain = join(folder, "plain.txt");
  writeFileSync(plain, "no program\n", { mode: 0o644 });
  const noInterpreter = join(folder, "no-interpreter");
  writeFileSync(noInterpreter, "#!/nowhere/at/all\n", { mode: 0o755 });
  const aFolder = join(folder, "bin");
  mkdirSync(aFolder);
  chmodSync(aFolder, 0o755);

  it.each([
    ["no such program", join(folder, "nothing"), {}, "ENOENT"],
    [
      "no such program on PATH",
      "",
      { binary: "no-such-agent-anywhere", env: { PATH: "/usr/bin:/bin" } },
      "ENOENT",
    ],
    ["not executable", plain, {}, "EACCES"],
    ["a folder", aFolder, {}, "EACCES"],
    ["its interpreter is missing", noInterpreter, {}, "ENOENT"],
    ["too long an argument", "/bin/echo", { args: ["x".repeat(200_000)] }, "E2BIG"],
    ["a NUL in an argument", "/bin/echo", { args: ["a\0b"] }, "ERR_INVALID_ARG_VALUE"],
    [
      "no such folder to work in",
      "/bin/echo",
      { cwd: join(folder, "gone") },
      `ENOENT: ${join(folder, "gone")}`,
    ],
  ])("%s", async (_name, binary, request, spawnError) => {
    const agent = startAgent(processes, binary, { stdin: "prompt", ...request });
    expect(await agent.ended).toEqual({ exitCode: null, signal: null, spawnError, swept: 0 });
    expect(agent.lines).toEqual([]);
    expect(agent.started()).toBeNull();
    agent.process.end(0);
  });

  it("no file descriptor left", async () => {
    const script = await bundleScript(folder, "spawns-without-descriptors", WITHOUT_DESCRIPTORS);
    const line = `ulimit -n 40; exec "${process.execPath}" "${script}"`;
    expect(execFileSync("/bin/sh", ["-c", line], { encoding: "utf8" })).toBe("EMFILE\n");
  });
});
