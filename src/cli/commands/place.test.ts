import { describe, expect, test } from "vitest";
import { LEDGER, LEDGER_ITEMS, ledgerWorld, type LedgerWorld } from "../../../test/fakes/ledger-api.ts";
import { runTool as tool } from "../../../test/fakes/run-tool.ts";

const marker = (world: LedgerWorld): string => world.files.textOf(`${LEDGER}/.tool.json`) ?? "";

/** Two more projects beside the first, and a folder that is none. */
const neighbours = (): LedgerWorld => {
  const world = ledgerWorld();
  const backlog = JSON.stringify({ project: "pay-api", description: "", items: [] });
  world.files.plant({
    "/home/user/code/pay-api/.tool.json": marker(world),
    "/home/user/code/pay-api/.tool/backlog.json": backlog,
    "/home/user/code/notes-api/readme.md": "",
    [`${LEDGER}/src/jobs/run.ts`]: "",
  });
  return world;
};
const inCode = { cwd: "/home/user/code" };

describe("the place", () => {
  test.each([[["ledger-api"]], [["./ledger-api/"]], [["../code/ledger-api"]], [[LEDGER]]])(
    "%j",
    async (path) => {
      expect((await tool(neighbours(), ["backlog", "list", ...path, "--json"], inCode)).code).toBe(0);
    },
  );

  test("a folder that isn't there, with the one that was meant", async () => {
    expect(await tool(neighbours(), ["backlog", "list", "legder-api"], inCode)).toEqual({
      code: 2,
      out: "",
      err: "error[TARGET_NOT_FOUND]: There is no folder ~/code/legder-api.\n  Did you mean ~/code/ledger-api?\n",
    });
    expect((await tool(neighbours(), ["status", `${LEDGER}/.tool.json`])).err).toBe(
      "error[TARGET_NOT_FOUND]: ~/code/ledger-api/.tool.json is a file, not the folder\n  of a project.\n",
    );
  });

  test("a folder that is not set up, and one inside of a project", async () => {
    expect((await tool(neighbours(), ["backlog", "list", "notes-api"], inCode)).err).toBe(
      "error[NOT_INSTALLED]: notes-api is not set up.\n  ~/code/notes-api has no .tool.json.\n→ tool install notes-api\n",
    );
    expect((await tool(neighbours(), ["backlog", "list"], { cwd: `${LEDGER}/src/jobs` })).err).toBe(
      "error[NOT_INSTALLED]: jobs is not set up.\n  The project is ~/code/ledger-api.\n→ cd ~/code/ledger-api\n",
    );
  });

  test("a name under the root: the one of that name, the only one like it, or the question which", async () => {
    const root = ["--root", "/home/user/code"];
    const elsewhere = { cwd: "/home/user" };
    expect((await tool(neighbours(), ["status", "ledger", ...root, "--json"], elsewhere)).out).toContain(
      '"total": 9',
    );
    const pay = await tool(neighbours(), ["status", "pay", ...root], elsewhere);
    expect(pay.out).toContain("→ tool backlog add ~/code/pay-api --type feature");
    expect((await tool(neighbours(), ["status", "pay-api", ...root, "--json"], elsewhere)).out).toContain(
      '"total": 0',
    );
    expect(await tool(neighbours(), ["status", "api", ...root], { ...elsewhere, terminal: false })).toEqual({
      code: 2,
      out: "",
      err: `error[TARGET_AMBIGUOUS]: 2 projects are called like "api".
→ tool status ~/code/ledger-api
  tool status ~/code/pay-api
`,
    });
    expect(
      (
        await tool(neighbours(), ["status", "api", "--json"], {
          ...elsewhere,
          env: { TOOL_ROOT: "/home/user/code" },
        })
      ).err,
    ).toBe(
      '{"error":{"code":"TARGET_AMBIGUOUS","message":"2 projects are called like \\"api\\".","details":{"target":"api","candidates":["ledger-api","pay-api"]}}}\n',
    );
  });

  test("another backlog inside the project, and never outside of it", async () => {
    const world = neighbours();
    const backlog = JSON.stringify({ project: "docs", description: "", items: LEDGER_ITEMS.slice(0, 1) });
    world.files.plant({ [`${LEDGER}/docs/backlog.json`]: backlog });
    world.files.plantLink(`${LEDGER}/away`, "/home/user/code/pay-api");
    expect((await tool(world, ["backlog", "list", "--backlog", "docs"])).out).toContain(
      "docs  1 item · 1 done",
    );
    expect((await tool(world, ["backlog", "show", "1", "--backlog", "docs"])).code).toBe(0);
    const outside =
      "error[PATH_VIOLATION]: ../other lies outside ledger-api.\n  --backlog names a folder inside the project.\n";
    expect((await tool(world, ["backlog", "list", "--backlog", "../other"])).err).toBe(outside);
    expect((await tool(world, ["backlog", "list", "--backlog", "away"])).code).toBe(2);
  });

  test("one word is an id that the project has, else a path; a number is never a folder that isn't there", async () => {
    const world = neighbours();
    world.files.plant({
      [`${LEDGER}/006/.tool.json`]: marker(world),
      [`${LEDGER}/sub/.tool.json`]: marker(world),
    });
    expect((await tool(world, ["backlog", "show", "006"])).out).toContain(
      "Accept entries in foreign currencies",
    );
    expect((await tool(world, ["backlog", "show", "sub"])).err).toContain("needs the id of an item");
    expect((await tool(world, ["backlog", "show", "042"])).err).toContain("error[NOT_FOUND]");
    expect((await tool(world, ["backlog", "unblock", "sub"])).err).toContain("error[FILE_NOT_FOUND]");
  });
});

describe("the binary's name alone", () => {
  test("in a project", async () => {
    const items = LEDGER_ITEMS.filter(({ id }) => id !== "004" && id !== "005").map((item) =>
      item.deferred ? item : ({ ...item, status: "pending", completedAt: null } as const),
    );
    expect(
      await tool(
        ledgerWorld([...items, ...items.slice(0, 2).map((item) => ({ ...item, id: `1${item.id}` }))]),
        [],
      ),
    ).toEqual({
      code: 0,
      out: `tool 1.0.0  Works through a backlog with a coding agent, one commit per item.

ledger-api  ○ Idle · 8 pending, 1 deferred

→ tool loop run       start the loop
  tool backlog list   see the items
  tool --help         all commands
`,
      err: "",
    });
  });

  test("after a run that was stopped", async () => {
    const startedAt = "2026-11-20T20:00:00Z";
    const run = { status: "paused", iteration: 1, maxIterations: 20, startedAt, updatedAt: startedAt };
    const items = { currentItem: null, completedItems: [], blockedItems: [], deferredItems: [] };
    const state = { ...run, ...items, lastSignal: null, baseCommitHash: null, error: null };
    const world = ledgerWorld(LEDGER_ITEMS, { ".tool/state.json": JSON.stringify(state) });
    expect((await tool(world, [])).out).toContain("\n→ tool resume         go on\n");
  });

  test("in a folder that is not set up", async () => {
    expect((await tool(neighbours(), [], { cwd: "/home/user/code/notes-api" })).out)
      .toBe(`tool 1.0.0  Works through a backlog with a coding agent, one commit per item.

This folder is not set up yet.

→ tool install       set up this repository
  tool init my-app   start a new project
`);
  });
});

describe("agents", () => {
  test("as a table: found on PATH, never started", async () => {
    const world = ledgerWorld();
    world.processes.agents.set("claude", { exitCode: 0 } as never);
    world.processes.agents.set("codex", { exitCode: 0 } as never);
    const { code, out } = await tool(world, ["agents"]);
    expect(code).toBe(0);
    expect(`\n${out}`).toBe(`
ID           NAME            AVAILABLE  DETAIL
claude-cli   Claude Code     yes        claude, the default
codex        Codex           yes        codex
gemini       Gemini CLI      no         npm i -g @google/gemini-cli
copilot      GitHub Copilot  no         npm i -g @github/copilot
cursor       Cursor Agent    no         cursor-agent is not on PATH
pi           pi              no         pi is not on PATH
generic-cli  Your own        no         no binary set in ~/.tool/config.json
`);
    expect(world.processes.spawned).toEqual([]);
  });

  test("as data", async () => {
    const world = ledgerWorld();
    world.files.plant({
      "/home/user/.tool/config.json": JSON.stringify({
        providers: { "generic-cli": { binary: "/opt/mine", displayName: "Mine" } },
      }),
    });
    const { agents } = JSON.parse((await tool(world, ["agents", "--json"])).out) as { agents: object[] };
    expect(agents).toHaveLength(7);
    expect(agents[6]).toEqual({
      id: "generic-cli",
      displayName: "Mine",
      binaryName: "/opt/mine",
      available: false,
      detail: "/opt/mine is not there",
    });
  });
});

describe("log", () => {
  const lines = Array.from(
    { length: 30 },
    (_, i) => `[2026-11-20 22:04:${String(i).padStart(2, "0")}] line ${i}`,
  );
  const world = (): LedgerWorld => ledgerWorld(LEDGER_ITEMS, { ".tool/tool.log": `${lines.join("\n")}\n` });

  test("the last twenty lines, or as many as asked for", async () => {
    expect((await tool(world(), ["log"])).out).toBe(`${lines.slice(-20).join("\n")}\n`);
    expect((await tool(world(), ["log", "--tail", "2"])).out).toBe(`${lines.slice(-2).join("\n")}\n`);
    expect(JSON.parse((await tool(world(), ["log", "--tail", "2", "--json"])).out)).toEqual(lines.slice(-2));
  });

  test("no run yet", async () => {
    expect((await tool(ledgerWorld(), ["log"])).out).toBe("No run yet in ledger-api.\n");
    expect(await tool(ledgerWorld(), ["log"], { terminal: false })).toEqual({ code: 0, out: "", err: "" });
  });
});
