import { describe, expect, it } from "vitest";
import { item } from "./night.ts";
import { after, ledgerNight, limited, long, MINUTE, SECOND } from "./ledger-night.ts";
import { watchedNight } from "./watched-night.ts";

/** `tool loop run` where nobody looks: pipes, dumb terminals, machines. */

const PIPE = { terminal: false };
const WAKE = Date.UTC(2026, 10, 21, 0, 34);

describe("a pipe", () => {
  it("gets a plain line for each thing that happens", async () => {
    const { night, host, screen, run } = await ledgerNight({
      facts: PIPE,
      steps: {
        "008": [limited(90 * SECOND, WAKE), after(31 * MINUTE, "TOOL_DONE")],
      },
    });
    expect(await run("loop", "run")).toBe(5);
    expect(`\n${screen()}`).toBe(`
ledger-api: branch night, 9 items, 8 to do, 1 deferred
claude-cli, opus, budget 20 (computed), 60 min a session, 3 retries
23:04:11  start        001  Fix rounding in the daily totals, iteration 1 of 20
23:06:25  done         001  Fix rounding in the daily totals, 2m 14s, 1f3a9c2
23:06:25  start        002  Add CSV export for statements, iteration 2 of 20
23:11:27  done         002  Add CSV export for statements, 5m 02s, 8be10d4
23:11:27  start        003  Split the parser from the importer, iteration 3 of 20
23:18:07  retry        003  no signal after 6m 40s; attempt 2 of 4
23:18:07  start        003  Split the parser from the importer, iteration 4 of 20
23:23:15  done         003  Split the parser from the importer, 11m 48s, 5d07c1a
23:23:15  start        004  Choose the retention period for exports, iteration 5 of 20
23:25:40  needs-human  004  Keep exported files for 30 or 90 days? The spec says both.
23:25:40  start        005  Publish the client to the private registry, iteration 6 of 20
23:27:43  blocked      005  needs NPM_TOKEN; there are no credentials in this environment
23:27:43  start        006  Accept entries in foreign currencies, iteration 7 of 20
23:32:19  retry        006  no signal after 4m 36s; attempt 2 of 4
23:32:19  start        006  Accept entries in foreign currencies, iteration 8 of 20
23:40:31  done         006  Accept entries in foreign currencies, 12m 48s, 9c1e07b
23:40:31  start        008  Cover the importer with property tests, iteration 9 of 20
23:42:01  sleep        until 01:34:00 (UTC+1): the 5-hour usage limit of claude-cli
01:34:00  wake         slept 1h 51m
01:34:00  start        008  Cover the importer with property tests, iteration 9 of 20
02:05:00  done         008  Cover the importer with property tests, 32m 30s, e77f0d3
02:05:00  complete     5 of 9 done, 1 needs human, 1 blocked, 1 deferred, 1 waiting, 3h 00m
`);
    expect(host.err()).toBe("");
    expect(host.held()).toBe(0);
    expect(night.world.clock.pending).toBe(0);
  });

  it.each([
    [
      "error",
      [async () => 1],
      "error        0 of 1 done, stopped after 3 failures in a row, 6s: it exited with 1 without a word",
      ["→ tool doctor   check what the loop needs", "  tool resume   when it is mended"],
    ],
    [
      "a weekly limit",
      [limited(MINUTE, Date.UTC(2026, 10, 24, 4, 39), "seven_day")],
      "limit        0 of 1 done, 1m 00s: The 7-day limit of claude-cli ends Tue Nov 24, 05:39 (UTC+1), in 3d 6h. 001 is pending.",
      ["→ tool resume   once it has ended"],
    ],
  ] as const)("ends with %s, and says what gets on", async (_, steps, expected, hints) => {
    const { run, screen } = await ledgerNight({ items: [item("001")], steps: { "001": steps }, facts: PIPE });
    await run("loop", "run");
    const lines = screen()
      .trimEnd()
      .split("\n")
      .slice(-1 - hints.length);
    expect(lines[0]?.slice(10)).toBe(expected);
    expect(lines.slice(1)).toEqual(hints);
  });

  it("says that it is being stopped", async () => {
    const one = await ledgerNight({ steps: { "001": [long] }, facts: PIPE });
    one.at(MINUTE, () => one.host.raise("SIGTERM"));
    await one.run("loop", "run");
    expect(one.screen().trimEnd().split("\n").slice(-3)).toEqual([
      "23:05:11  stopping     001  ending the session; Ctrl-C again to stop at once",
      "23:05:11  paused       0 of 9 done, stopped by you, 1m 00s: 001 is pending again; its unfinished work is in the tree, and goes on with it.",
      "→ tool resume   go on",
    ]);
  });
});

it("a dumb terminal gets the same in ASCII, wrapped at 80", async () => {
  const one = await ledgerNight({ facts: { env: { TERM: "dumb" } }, steps: { "003": [async () => 0] } });
  await one.run("loop", "run", "--retries", "0");
  const lines = one.screen().trimEnd().split("\n");
  expect(lines.every((line) => line.length <= 80 && /^[\u0020-\u007e]*$/.test(line))).toBe(true);
  expect(lines.slice(-2)).toEqual([
    "23:20:31  complete     2 of 9 done, 1 needs human, 1 blocked, 3 deferred, 2",
    "                       waiting, 16m 20s",
  ]);
});

describe("machines", () => {
  const short = (facts = {}) =>
    watchedNight(
      [item("001"), item("002", { title: "Two\nlines" })],
      {
        "001": [async (session) => session.print("TOOL_DONE")],
        "002": [async (session) => session.print("TOOL_BLOCKED:no")],
      },
      { facts },
    );

  it("--ndjson: each event as it was told, then the result, and nothing else", async () => {
    const one = await short();
    expect(await one.run("loop", "run", "--ndjson")).toBe(5);
    const lines = one.host
      .out()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { type?: string });
    const log = ((await one.night.world.files.read("/work/.tool/events.ndjson")) ?? "").trimEnd().split("\n");
    expect(lines.slice(0, -1)).toEqual(
      log.map((line) => {
        const { seq: _, schemaVersion: __, ...event } = JSON.parse(line) as Record<string, unknown>;
        return event;
      }),
    );
    expect(lines.at(-1)).toEqual({
      completedCount: 1,
      blockedCount: 1,
      cancelled: false,
      status: "complete",
    });
    expect(one.host.err()).toBe("");
  });

  it("--json: the result alone", async () => {
    const one = await short();
    expect(await one.run("loop", "run", "--json")).toBe(5);
    expect(JSON.parse(one.host.out())).toMatchObject({ completedCount: 1, blockedCount: 1 });
  });

  it("--quiet: the exit code is the answer", async () => {
    const one = await short();
    expect(await one.run("loop", "run", "--quiet")).toBe(5);
    expect(one.host.out() + one.host.err()).toBe("");
  });

  it.each([["--json"], ["--ndjson"]])(
    "%s: a refusal is the envelope on stderr, and stdout stays empty",
    async (flag) => {
      const one = await short();
      expect(await one.run("loop", "run", "--agent", "codex", flag)).toBe(2);
      expect(one.host.out()).toBe("");
      expect(JSON.parse(one.host.err())).toMatchObject({ error: { code: "CONFLICT" } });
      expect(one.host.held()).toBe(0);
    },
  );
});

describe("nothing to run", () => {
  const run = async (items: Parameters<typeof watchedNight>[0]): Promise<[number, string]> => {
    const one = await watchedNight(items, {});
    return [await one.run("loop", "run"), one.screen()];
  };

  it("all done", async () => {
    const done = (id: string) => item(id, { status: "done", completedAt: "2026-11-20T10:00:00Z" });
    expect(await run([done("001"), done("002")])).toEqual([0, "✓ Nothing to do: all 2 items are done.\n"]);
  });

  it("no items", async () => {
    expect(await run([])).toEqual([
      0,
      '✓ Nothing to do: the backlog has no items.\n→ tool backlog add --type feature --title "<what to build>"   add an item\n',
    ]);
  });

  it("all blocked, with the reasons", async () => {
    const items = [
      item("001", { status: "blocked", blockedReason: "needs NPM_TOKEN" }),
      item("002", { dependsOn: ["001"] }),
    ];
    const [code, screen] = await run(items);
    expect(code).toBe(5);
    expect(`\n${screen}`).toBe(`
! Nothing can start: 1 item is blocked, 1 waits for others.

! 001  needs NPM_TOKEN
○ 002  after 001

→ tool backlog unblock 001   once it can be done
`);
  });
});
