import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createNodeFiles } from "#platform/node-files";
import { crowd } from "../crowd.ts";
import {
  addItems,
  agentScript,
  comesTo,
  letIn,
  makeProject,
  NOBODY,
  programOfNobody,
  scratch,
  startTool,
  tool,
} from "../e2e/harness.ts";
import type { Repo, ToolResult } from "../e2e/harness.ts";

/** Files as an enemy or a sandboxed agent would lay them: nothing hangs, nothing outside is read or written, nothing is lost. */

const DONE = `cat > /dev/null; echo x > "work-$TOOL_ITEM_ID.txt"; echo TOOL_DONE`;
const SLOWEST_MS = 10_000;
/** ATTACK=all: every name, place and command. */
const whole = process.env["ATTACK"] === "all";

const project = async (agent = DONE, items = 1): Promise<Repo> => {
  const repo = await makeProject(agentScript(agent));
  await addItems(
    repo,
    Array.from({ length: items }, (_, index) => [`Item ${index + 1}`]),
  );
  repo.git("add", "-A");
  repo.git("commit", "--quiet", "-m", "Items");
  return repo;
};

/** Fails by name when a command doesn't come back. */
async function run(repo: Repo, line: string): Promise<ToolResult> {
  const running = startTool(line.split(" "), { cwd: repo.path });
  const timer = setTimeout(() => running.kill("SIGKILL"), SLOWEST_MS * crowd());
  const result = await running.ended;
  clearTimeout(timer);
  expect(result.signal, `tool ${line} hangs`).toBe(null);
  expect(`${result.stdout}${result.stderr}`, line).not.toMatch(/INTERNAL_ERROR|\n {4}at /);
  return result;
}

/** A folder outside of the project whose files must stay as they are. */
function victim(names: readonly string[]): { readonly path: string; readonly untouched: () => void } {
  const path = scratch("victim");
  for (const name of names) writeFileSync(join(path, name), "VICTIM");
  return {
    path,
    untouched() {
      expect(readdirSync(path).toSorted()).toEqual(names.toSorted());
      for (const name of names) expect(readFileSync(join(path, name), "utf8"), name).toBe("VICTIM");
    },
  };
}

const STATE_FILES = [
  "tool.log",
  "events.ndjson",
  "state.json",
  "iteration-status.json",
  "DONE",
  "agent.json",
  "backlog.json",
  "backlog.json.bak",
  "progress.md",
  ".loop.lock",
];

describe("links out of the project", () => {
  it.each(whole ? STATE_FILES : STATE_FILES.slice(0, 1))(
    "an agent that puts one in the place of %s makes the runner write nothing there",
    async (name) => {
      const outside = victim([name]);
      const repo = await project(
        `cat > /dev/null; rm -f .tool/${name}; ln -s ${outside.path}/${name} .tool/${name}; echo "TOOL_BLOCKED:x"`,
      );
      const { code } = await run(repo, "loop run --force");
      expect(code).toBeGreaterThan(0);
      outside.untouched();
    },
  );

  it("what a cloned repository links to is neither shown nor sent to an agent", async () => {
    const secret = join(scratch("home"), "id_ed25519");
    writeFileSync(secret, "a secret of the home");
    const repo = await project(`cat > seen.txt; echo TOOL_DONE`);
    for (const name of ["progress.md", "TOOL.md"]) {
      rmSync(join(repo.path, ".tool", name));
      symlinkSync(secret, join(repo.path, ".tool", name));
    }
    repo.git("commit", "--quiet", "-am", "Links");
    for (const line of ["progress", "loop run", "resume", "doctor", "update"]) {
      const { stdout, stderr } = await run(repo, line);
      expect(`${stdout}${stderr}`).not.toContain("a secret");
    }
    expect(repo.exists("seen.txt") ? repo.read("seen.txt") : "").not.toContain("a secret");
  });

  it("a state directory that is one is refused by every command", async () => {
    const repo = await project();
    const outside = join(scratch("outside"), "state");
    renameSync(join(repo.path, ".tool"), outside);
    symlinkSync(outside, join(repo.path, ".tool"));
    const before = readdirSync(outside).toSorted();
    for (const line of [
      "backlog list",
      "backlog add --type bug --title x --ac y",
      "loop run --force",
      "reset",
      "resume",
      "update",
      "backlog sweep --yes",
    ]) {
      const { code, stderr } = await run(repo, line);
      expect([code, stderr.split("\n")[0]], line).toEqual([
        2,
        "error[PATH_VIOLATION]: .tool is a link that leads out of project.",
      ]);
    }
    expect(readdirSync(outside).toSorted()).toEqual(before);
  });

  it("inside of the project they are followed, and stay links", async () => {
    const repo = await project();
    mkdirSync(join(repo.path, "docs"));
    renameSync(join(repo.path, ".tool/backlog.json"), join(repo.path, "docs/plan.json"));
    symlinkSync("../docs/plan.json", join(repo.path, ".tool/backlog.json"));
    expect((await run(repo, "backlog add --type bug --title Linked --ac x")).code).toBe(0);
    expect(repo.read("docs/plan.json")).toContain("Linked");
  });

  it("dots lead nowhere", async () => {
    const repo = await project();
    repo.write("../2026-10.json", "VICTIM");
    for (const line of [
      "backlog archive view . ../../2026-10",
      "backlog archive purge --yes --month ../../../2026-10",
      "init ../.. --name x --stack go",
      "init new --stack go --seed /dev/zero",
      "loop run --force --create-branch ../../x",
      "profile show ../..",
    ]) {
      const { code, stdout, stderr } = await run(repo, line);
      expect([1, 2], line).toContain(code);
      expect(`${stdout}${stderr}`, line).not.toContain("VICTIM");
    }
    expect(repo.read("../2026-10.json")).toBe("VICTIM");
  });

  it("a root that is one is the folder it leads to", async () => {
    const repo = await project();
    const link = join(dirname(repo.path), "way");
    symlinkSync(dirname(repo.path), link);
    const { code, stdout } = await run(repo, `projects list --json --root ${link}`);
    expect(code).toBe(0);
    expect(stdout).toContain('"project"');
  });

  it("a project reached by one has one lock, by whichever name it is called", async () => {
    const repo = await project(`cat > /dev/null; exec sleep 60`);
    const link = join(scratch("link"), "by-another-name");
    symlinkSync(repo.path, link);
    const running = startTool(["loop", "run"], { cwd: repo.path });
    await comesTo(running, () => repo.exists(".tool/agent.json"));
    for (const line of ["loop run", "reset", "resume", "backlog reset --yes", "uninstall --yes"])
      expect([line, (await run({ ...repo, path: link }, line)).stderr.slice(0, 20)]).toEqual([
        line,
        "error[LOCK_CONFLICT]",
      ]);
    running.kill("SIGTERM");
    await running.ended;
  });

  it.each([
    "--backlog ../elsewhere",
    "--backlog .tool/../../elsewhere",
    "--backlog /etc",
    "--backlog out",
    "--backlog out/deeper",
    "--backlog out/not/there",
  ])("%s is refused", async (option) => {
    const repo = await project();
    symlinkSync("/etc", join(repo.path, "out"));
    for (const line of ["backlog list", "status", "loop run", "backlog add --type bug --title x"]) {
      expect([(await run(repo, `${line} ${option}`)).stderr.slice(0, 21), line]).toEqual([
        "error[PATH_VIOLATION]",
        line,
      ]);
    }
  });
});

/** Swaps a folder and a link out of the project as fast as it can, also where the folder was made anew meanwhile. */
const SWAPPER = `
const { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync } = require("node:fs");
const [folder, aside, outside] = process.argv.slice(1);
process.stdin.on("data", () => process.exit()).on("end", () => process.exit());
let swaps = 0;
process.on("exit", () => process.stdout.write(String(swaps)));
(function swap() {
  for (let turn = 0; turn < 1000; turn += 1) {
    try {
      renameSync(folder, aside); symlinkSync(outside, folder);
      unlinkSync(folder); renameSync(aside, folder);
      swaps += 1;
    } catch {
      try { rmSync(aside, { recursive: true, force: true }); } catch {}
      try { rmSync(folder, { recursive: true, force: true }); mkdirSync(folder); } catch {}
    }
  }
  setImmediate(swap);
})();`;

describe.runIf(process.platform === "linux")(
  "a folder replaced by a link between the look and the deed",
  () => {
    /** Writes against the swaps until something went astray, for `ms` milliseconds at most. */
    const race = async (fenced: boolean, ms: number): Promise<{ swaps: number; astray: string[] }> => {
      const [base, outside] = [scratch("project"), scratch("outside")];
      const folder = join(base, "state");
      mkdirSync(folder);
      const child = spawn(process.execPath, ["-e", SWAPPER, folder, join(base, "aside"), outside]);
      let swaps = "";
      child.stdout.on("data", (chunk) => (swaps += String(chunk)));
      const files = fenced ? createNodeFiles().within(base) : createNodeFiles();
      const end = performance.now() + ms;
      for (let turn = 0; performance.now() < end; turn += 1) {
        const path = join(folder, `f${turn % 50}`);
        await files.write(path, "text").catch(() => null);
        await files.append(`${path}.log`, "line\n").catch(() => null);
        await files.write(`${path}.tmp`, "x", { exclusive: true }).catch(() => null);
        await files.rename(`${path}.tmp`, path).catch(() => null);
        await files.makeDir(join(folder, "deep", "er")).catch(() => null);
        if (turn % 50 === 0 && readdirSync(outside).length > 0) break;
      }
      child.stdin.end();
      await new Promise((resolve) => child.once("close", resolve));
      return { swaps: Number(swaps), astray: readdirSync(outside) };
    };

    it("without the fence a write goes astray: the race is real", async () => {
      expect((await race(false, 25_000)).astray).not.toEqual([]);
    });

    it("behind the fence none does", async () => {
      const { swaps, astray } = await race(true, 2000);
      expect(astray).toEqual([]);
      process.stdout.write(`file door: ${swaps} swaps\n`);
      expect(swaps).toBeGreaterThan(100);
    });
  },
);

type Plant = (file: string) => void;
const PLANTS: Readonly<Record<string, Plant>> = {
  fifo: (file) => void execFileSync("mkfifo", [file]),
  device: (file) => symlinkSync("/dev/zero", file),
  folder: (file) => mkdirSync(file),
  "dangling link": (file) => symlinkSync("/nonexistent/there", file),
  "link to itself": (file) => symlinkSync(file, file),
  "file of 300 MiB": (file) => {
    writeFileSync(file, "");
    truncateSync(file, 300 * 1024 * 1024);
  },
};
const PLACES = [
  ".tool.json",
  ".tool/backlog.json",
  ".tool/state.json",
  ".tool/events.ndjson",
  ".tool/tool.log",
  ".tool/.loop.lock",
  ".tool/CANCEL",
  ".tool/TOOL.md",
  ".tool/REVIEW.md",
  ".tool/backlog.schema.json",
  ".tool/progress.md",
  ".tool/agent.json",
  ".tool/backlog.json.lock",
  ".git/tool-loop.lock",
  ".tool/iteration-status.json",
  ".tool/archive",
  "AGENTS.md",
  "CLAUDE.md",
];
const QUICK = ["backlog add --type bug --title New --ac x", "loop run --force"];
const ALL = [
  ...QUICK,
  "status",
  "log",
  "follow --json",
  "progress",
  "backlog list",
  "backlog sweep --yes",
  "backlog reset --yes --clear",
  "reset",
  "resume",
  "doctor",
  "update",
  "update --check",
  "loop review",
  "migrate",
  "uninstall --yes",
  "install --yes",
];

const QUICK_PLACES = [".tool/backlog.json", ".tool/state.json", ".tool/.loop.lock", ".tool/progress.md"];
const QUICK_PLANTS = ["fifo", "dangling link", "file of 300 MiB"];

describe.each(whole ? Object.keys(PLANTS) : QUICK_PLANTS)("a %s in the place of a file", (what) => {
  it("never hangs a command, and is told by name", async () => {
    const base = await project(DONE, 2);
    await run(base, "loop run --iterations 1");
    const pairs = (whole ? PLACES : QUICK_PLACES).flatMap((place) =>
      (whole ? ALL : QUICK).map((line) => ({ place, line })),
    );
    let tried = 0;
    const worker = async (): Promise<void> => {
      for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
        const { place, line } = pair;
        const path = join(scratch("copy"), "project");
        execFileSync("cp", ["-a", base.path, path]);
        const file = join(path, place);
        rmSync(file, { recursive: true, force: true });
        PLANTS[what]!(file);
        const { code } = await run({ ...base, path }, line);
        expect(code, `${line} with ${place}`).toBeLessThanOrEqual(6);
        rmSync(path, { recursive: true, force: true });
        tried += 1;
      }
    };
    await Promise.all([worker(), worker(), worker()]);
    process.stdout.write(`file door: ${what}, ${tried} pairs of a place and a command\n`);
  }, 600_000);
});

describe("locks", () => {
  it("a file above 256 MiB is refused by its own name", async () => {
    const repo = await project();
    writeFileSync(join(repo.path, ".tool/backlog.json.lock"), "");
    truncateSync(join(repo.path, ".tool/backlog.json.lock"), 300 * 1024 * 1024);
    const { stderr } = await run(repo, "backlog add --type bug --title x --ac y");
    expect(stderr).toContain("backlog.json.lock can't be read: it is larger than 256 MiB");
  });

  it("one that a cloned repository brings along ends nobody else's processes", async () => {
    const repo = await project();
    const others = ["2b0c4e9e-7f9e-4a53-8c1a-9d9b6a1f0c11.3", "git.4711.1a2b3c4d.99."].map((mark) =>
      spawn("sleep", ["60"], { env: { ...process.env, TOOL_SESSION: mark }, stdio: "ignore" }),
    );
    const startedAt = "2026-11-20T22:00:00.000Z";
    for (const mark of ["-", ".", "git", "git.", "2b0c", "a"]) {
      const agent = { mark, pid: others[0]?.pid, startTime: null, itemId: "001", startedAt };
      repo.write(".tool/agent.json", JSON.stringify(agent));
      const lock = { pid: 2 ** 22, startedAt, processStartTime: null, token: mark, unswept: [mark] };
      repo.write(".tool/.loop.lock", JSON.stringify(lock));
      expect((await run(repo, "reset")).code).toBe(0);
    }
    expect(others.map(({ exitCode, signalCode }) => [exitCode, signalCode])).toEqual([
      [null, null],
      [null, null],
    ]);
    for (const other of others) other.kill("SIGKILL");
  });
});

describe("a state that was forged, or is too old", () => {
  const forge = (repo: Repo, baseCommitHash: string): void => {
    const state = repo.json(".tool/state.json") as object;
    repo.write(
      ".tool/state.json",
      JSON.stringify({ ...state, baseCommitHash, status: "running", currentItem: "002" }),
    );
    const backlog = repo.json(".tool/backlog.json") as { items: { status: string }[] };
    backlog.items[1]!.status = "in_progress";
    repo.write(".tool/backlog.json", JSON.stringify(backlog));
  };

  it.each(["deadbeef".repeat(5), "--output=pwned", ...(whole ? ["HEAD~5000", "x y", ""] : [])])(
    "a baseline %j keeps no run from going on",
    async (baseline) => {
      const repo = await project(DONE, 2);
      await run(repo, "loop run --iterations 1");
      forge(repo, baseline);
      expect((await run(repo, "loop run --force")).code).toBe(0);
      expect(repo.subjects().slice(-2)).toEqual(["[tool] 001: Item 1", "[tool] 002: Item 2"]);
      expect(readdirSync(repo.path).filter((name) => name.startsWith("pwned"))).toEqual([]);
    },
  );
});

describe.runIf(process.getuid?.() === 0)("files of another owner", () => {
  it("are one sentence, and stay", async ({ skip }) => {
    skip(programOfNobody() === null, "another user isn't let into the temporary folder here");
    const repo = await project();
    const home = scratch("home");
    for (const path of [repo.path, home]) letIn(path);
    execFileSync("chmod", ["700", join(repo.path, ".tool")]);
    execFileSync("chown", [`${NOBODY.uid}:${NOBODY.gid}`, home]);
    for (const line of [
      "status",
      "backlog list",
      "backlog add --type bug --title x --ac y",
      "loop run",
      "reset",
      "uninstall --yes",
    ]) {
      const { code, stderr } = await tool(line.split(" "), {
        cwd: repo.path,
        ...NOBODY,
        env: { HOME: home },
      });
      expect([1, 2], line).toContain(code);
      expect(stderr, line).toMatch(/^error\[(IO_ERROR|CONFLICT)\]: .*\n/);
      expect(stderr, line).not.toMatch(/\n {4}at /);
    }
    expect(existsSync(join(repo.path, ".tool/backlog.json"))).toBe(true);
  });
});
