import { describe, expect, it } from "vitest";
import { item, says, type Step } from "./night.ts";
import { watchedNight, type WatchedNight, type WatchedOptions } from "./watched-night.ts";

/** `loop review`, and `loop run --review`, as they look. */

const DONE = { status: "done", completedAt: "2026-11-20T20:00:00.000Z" } as const;
const finding = (title: string) => ({
  type: "bug",
  priority: 1,
  title,
  description: "",
  acceptanceCriteria: ["It holds"],
});
const finds: Step = says(
  `TOOL_REVIEW:${JSON.stringify({
    items: [finding("Round half to even in CSV export"), finding("Cover the importer with property tests")],
    summary: "The importer is sound; the export rounds in two ways.",
  })}`,
);
const clean = says("TOOL_DONE");
const limited: Step = async (session) => {
  session.print("You've hit your session limit · resets 1:34am (UTC)", "stderr");
  return 1;
};

const review = (steps: readonly Step[], options: WatchedOptions = {}): Promise<WatchedNight> =>
  watchedNight([item("001", { ...DONE, title: "Fix rounding in the daily totals" })], { "": steps }, options);

const screenAfter = async (watched: WatchedNight, ...argv: string[]): Promise<readonly [number, string]> => {
  const code = await watched.run(...argv);
  return [code, `\n${watched.screen().trimEnd()}\n`];
};

describe("loop review", () => {
  it("says what it found and what to type next", async () => {
    expect(await screenAfter(await review([finds]), "loop", "review")).toEqual([
      0,
      `
✓ Review: 2 fix items added, 002 and 003                                     11s
  The importer is sound; the export rounds in two ways.

○ 002  Round half to even in CSV export
○ 003  Cover the importer with property tests

→ tool loop run   work on them
`,
    ]);
  });

  it("keeps to a narrow terminal", async () => {
    const [, screen] = await screenAfter(await review([finds], { facts: { columns: 40 } }), "loop", "review");
    expect(screen).toBe(`
✓ Review: 2 fix items added, 002     11s
  and 003
  The importer is sound; the export
  rounds in two ways.

○ 002  Round half to even in CSV export
○ 003  Cover the importer with property…

→ tool loop run
    work on them
`);
  });

  it.each<[string, readonly Step[], number, string]>([
    ["nothing is to be mended", [clean], 0, "✓ Review: no issues"],
    ["it failed", [says("Hm.")], 1, "! Review failed, nothing was added: it ended without an answer: Hm."],
  ])("says that %s", async (_what, steps, code, start) => {
    const [exit, screen] = await screenAfter(await review(steps), "loop", "review");
    expect(exit).toBe(code);
    expect(screen.trim().split(/ {2,}/)).toEqual([start, "11s"]);
  });

  it("shows on stderr what it looks at, and for how long", async () => {
    const watched = await review([says("TOOL_DONE")]);
    let seen = "";
    watched.at(5000, () => (seen = watched.host.err()));
    await watched.run("loop", "review");
    expect(seen).toContain("Reviewing  1 item  4s");
  });

  it("waits for a usage limit, and says so", async () => {
    const watched = await review([limited, clean]);
    let seen = "";
    watched.at(600_000, () => (seen = watched.host.err()));
    const [code, screen] = await screenAfter(watched, "loop", "review");
    expect(seen).toContain("Sleeping (Limit)  the 5-hour usage limit of generic-cli; wakes at ");
    expect([code, screen]).toEqual([0, expect.stringContaining("✓ Review: no issues")]);
  });

  it("halts at a usage limit where sleeping is off", async () => {
    const watched = await review([limited], { marker: { sleepOnLimit: false } });
    const [code, screen] = await screenAfter(watched, "loop", "review");
    expect(code).toBe(4);
    expect(screen).toContain("! Review failed, nothing was added: the usage limit of the agent is reached");
    expect(screen).toContain("z Usage Limit (Paused)");
  });

  it("stops at Ctrl-C, adding nothing", async () => {
    const watched = await review([says("TOOL_DONE")]);
    watched.at(3000, () => watched.host.raise("SIGINT"));
    expect(await screenAfter(watched, "loop", "review")).toEqual([1, "\n■ Paused  stopped by you\n"]);
    expect(watched.host.held()).toBe(0);
  });

  it("is silent with --quiet, and one result with --json", async () => {
    expect(await screenAfter(await review([clean]), "loop", "review", "--quiet")).toEqual([0, "\n\n"]);
    const watched = await review([finds]);
    await watched.run("loop", "review", "--json");
    expect(JSON.parse(watched.host.out())).toMatchObject({ status: "complete", reviewItemsCreated: 2 });
    expect(watched.host.err()).toBe("");
  });

  it("--review-only of loop run is the same, with the events for --ndjson", async () => {
    const [code, screen] = await screenAfter(await review([clean]), "loop", "run", "--review-only");
    expect([code, screen]).toEqual([0, expect.stringMatching(/^\n✓ Review: no issues/)]);
    const watched = await review([clean]);
    await watched.run("loop", "run", "--review-only", "--ndjson");
    const types = watched.host
      .out()
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { type?: string }).type);
    expect(types).toEqual([
      "loop_started",
      "review_started",
      "llm_spawned",
      "llm_exited",
      "signal_parsed",
      "review_completed",
      "loop_completed",
      undefined,
    ]);
  });
});

describe("loop run --review", () => {
  it("tells the review in the history, and goes on with what it found", async () => {
    const does: Step = async (session, one) => {
      await one.write(`${session.request.env["TOOL_ITEM_ID"]}.txt`, "done\n");
      return says("TOOL_DONE")(session, one);
    };
    const steps = { "001": [does], "002": [does], "003": [does], "": [finds] };
    const watched = await watchedNight([item("001", { title: "Fix rounding" })], steps);
    let footer = "";
    watched.at(15_000, () => (footer = watched.screen()));
    expect(await watched.run("loop", "run", "--review")).toBe(0);
    expect(footer).toContain("⠹ Reviewing  1 item, 1 file, +1 −0");
    expect(watched.screen()).toContain("✓ Review: 2 fix items added, 002 and 003");
    expect(watched.screen()).toContain("all 3 done");
  });
});
