import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { ProcessEnd, SpawnRequest } from "#engine/ports";
import { processTable } from "#platform/processes/process-table";
import { createReadyStart, type ReadyStart } from "#platform/processes/ready-start";
import { spawnAgent } from "#platform/processes/spawn-agent";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "ready-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Says all that a program can know of how it was started. */
const TELLING = `#!/bin/sh
echo "pid $$"
readlink /proc/$$/cwd
tr '\\0' '\\n' < /proc/$$/environ | grep -v '^_=' | sort
for word in "$0" "$@"; do echo "arg $word"; done
ls /proc/$$/fd
cat
ps -o pgid= -p $$ | tr -d ' '
exit 7
`;
const script = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
};
const telling = script("telling.sh", TELLING);
const env = {
  PATH: process.env["PATH"] ?? "",
  HOME: folder,
  KEPT: "k",
  GONE: "g",
  PWD: "/nowhere",
  TOOL_SESSION: "m0",
};
const requestOf = (more: Partial<SpawnRequest> = {}): SpawnRequest => ({
  binary: telling,
  args: ["--flag", 'it\'s $(x) `y` \\ "z"'],
  cwd: folder,
  env,
  stdin: "the prompt\nof two lines",
  mark: "m0",
  onLine: () => undefined,
  ...more,
});

interface Told extends ProcessEnd {
  readonly lines: readonly string[];
  readonly pid: number;
}

async function run(ready: ReadyStart | null, request: SpawnRequest): Promise<Told> {
  const lines: string[] = [];
  let pid = 0;
  const onLine = (_: string, line: string): void => void lines.push(line);
  const onStart: SpawnRequest["onStart"] = (one) => void (pid = one.pid);
  const end = await spawnAgent(processTable(), { ...request, onLine, onStart }, ready).ended;
  return { ...end, pid, lines };
}

/** What it tells, but for its number. */
const facts = ({ lines, pid, ...end }: Told): object => ({
  ...end,
  lines: lines.map((line) => line.replaceAll(String(pid), "PID")),
});

/** The children of this process that wait at the gate. */
function gates(): number[] {
  const rows = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], { encoding: "utf8" });
  return rows.split("\n").flatMap((row) => (row.includes("read -r deed") ? [Number.parseInt(row, 10)] : []));
}

describe("a process that waits", () => {
  it("becomes the next program, which can't tell the difference", async () => {
    const ready = createReadyStart();
    ready.prepare(requestOf());
    const [waiting] = gates();
    const next = requestOf({
      env: { ...env, GONE: undefined, NEW: "a 'b' $c", TOOL_SESSION: "m1" } as never,
      mark: "m1",
    });
    delete (next.env as Record<string, string>)["GONE"];
    const taken = await run(ready, next);
    expect(taken.pid).toBe(waiting);
    const plain = await run(null, next);
    expect(plain.lines).toContain("TOOL_SESSION=m1");
    expect(facts(taken)).toEqual(facts(plain));
  });

  it("bears no session's mark, and has it once it is one", async () => {
    const ready = createReadyStart();
    ready.prepare(requestOf());
    const [waiting] = gates();
    expect(readFileSync(`/proc/${waiting}/environ`, "utf8")).not.toContain("TOOL_SESSION");
    expect((await run(ready, requestOf())).lines).toContain("TOOL_SESSION=m0");
  });

  it("ends with a signal as the program does, and is swept with all it left", async () => {
    const dying = script("dying.sh", "#!/bin/sh\nsleep 60 &\nkill -SEGV $$\n");
    const ready = createReadyStart();
    ready.prepare(requestOf({ binary: dying }));
    expect(await run(ready, requestOf({ binary: dying }))).toMatchObject({ signal: "SIGSEGV", swept: 1 });
  });

  it.each<[string, Partial<SpawnRequest>]>([
    ["another program", { binary: script("other.sh", TELLING) }],
    ["a line break in an argument", { args: ["a\nb"] }],
    ["a line break in the environment", { env: { ...env, NEW: "a\nb" } }],
    ["letters that are no ASCII", { args: ["ü"] }],
    ["more than a line should hold", { args: ["x".repeat(5000)] }],
    ["a variable that no shell passes on", { env: { ...env, "a.b": "c" } }],
  ])("is not taken for %s", async (_, more) => {
    const ready = createReadyStart();
    ready.prepare(requestOf());
    const [waiting] = gates();
    const told = await run(ready, requestOf(more));
    expect(told.pid).not.toBe(waiting);
    expect(facts(told)).toEqual(facts(await run(null, requestOf(more))));
    await vi.waitFor(() => expect(gates()).not.toContain(waiting));
  });

  it.each(["written anew", "removed"])("is not taken for a program that was %s", async (what) => {
    const path = script("changing.sh", TELLING);
    const ready = createReadyStart();
    ready.prepare(requestOf({ binary: path }));
    rmSync(path);
    if (what === "written anew") script("changing.sh", "#!/bin/nowhere\n");
    const told = await run(ready, requestOf({ binary: path }));
    expect(told).toMatchObject({ spawnError: "ENOENT", exitCode: null });
  });

  it("is not taken for a folder that is gone", async () => {
    const cwd = mkdtempSync(join(folder, "gone-"));
    const ready = createReadyStart();
    ready.prepare(requestOf({ cwd }));
    rmSync(cwd, { recursive: true });
    expect(await run(ready, requestOf({ cwd }))).toMatchObject({ spawnError: `ENOENT: ${cwd}` });
  });

  it("goes when nothing comes, and nobody has to wait for it", async () => {
    createReadyStart().prepare(requestOf());
    const [waiting] = gates();
    expect(waiting).toBeGreaterThan(0);
    await vi.waitFor(() => expect(existsSync(`/proc/${waiting}`)).toBe(false), 5000);
  });
});
