import { describe, expect, it } from "vitest";
import { paths } from "./night.ts";
import { eveningItem, ledgerNight, LOOK, long, MINUTE } from "./ledger-night.ts";
import type { WatchedNight } from "./watched-night.ts";

/** `tool follow` beside a loop that another process runs. */

const lastLines = (screen: string, count: number): string =>
  screen.trimEnd().split("\n").slice(-count).join("\n");
const beside = async (one: WatchedNight, ...more: readonly string[]): Promise<number> => {
  // What is loaded late takes no time of the story's.
  await import("#cli/commands/watch/follow");
  const [code] = await Promise.all([one.run("follow", ...more), one.night.run()]);
  return code;
};

describe("on a terminal", () => {
  it("narrates item by item, with the header as its last line", async () => {
    const one = await ledgerNight();
    const seen = one.shot(LOOK);
    expect(await beside(one)).toBe(0);
    expect(`\n${await seen}`).toBe(`
No run yet in ledger-api; waiting for one. Ctrl-C leaves.
ledger-api  run of 23:04 (UTC+1) · claude-cli · opus · budget 20

23:06  ✓ 001  Fix rounding in the daily totals                   2m 14s  1f3a9c2
23:11  ✓ 002  Add CSV export for statements                      5m 02s  8be10d4
23:18  ↻ 003  no signal after 6m 40s; attempt 2 of 4
23:23  ✓ 003  Split the parser from the importer                11m 48s  5d07c1a
23:25  ? 004  Choose the retention period for exports                needs human
              Keep exported files for 30 or 90 days? The spec says both.
23:27  ! 005  Publish the client to the private registry                 blocked
              needs NPM_TOKEN; there are no credentials in this environment
23:32  ↻ 006  no signal after 4m 36s; attempt 2 of 4
23:32  ● 006  Accept entries in foreign currencies

? needs-human  3 done · 2 blocked · 006 Accept entries in foreign currencies`);
    expect(one.host.held()).toBe(0);
    expect(one.night.world.clock.pending).toBe(0);
  });

  it("ends with the summary of the run", async () => {
    const one = await ledgerNight();
    await beside(one);
    expect(one.screen()).toContain(`
! Complete  5 of 9 done · 2 need you · 1 deferred · 1 waiting             1h 07m

✓ 001  Fix rounding in the daily totals                          2m 14s  1f3a9c2
`);
    expect(lastLines(one.screen(), 5)).toBe(`Commits  5 on night since 3f2a1c9
Effort   9 sessions, 2 retries · 370k tokens in, 27.9k out

→ tool resume --answer 004 "<your answer>"   answer, requeue 007, go on
  git log --oneline 3f2a1c9..night           look at the work`);
  });

  it("a finished run is replayed, and that is all", async () => {
    const one = await ledgerNight({ items: [eveningItem("001")] });
    await one.night.run();
    expect(await one.run("follow")).toBe(0);
    expect(`\n${one.screen()}`).toBe(`
ledger-api  run of 23:04 (UTC+1) · claude-cli · opus · budget 20

23:06  ✓ 001  Fix rounding in the daily totals                   2m 14s  1f3a9c2

✓ Complete  all 1 done                                                    2m 14s

✓ 001  Fix rounding in the daily totals                          2m 14s  1f3a9c2

Commits  1 on night since 3f2a1c9
Effort   1 session · 41.2k tokens in, 3.1k out

→ git log --oneline 3f2a1c9..night   look at the work
`);
  });

  it("--verbose tells of every session, tool call and token count", async () => {
    const one = await ledgerNight({ items: [eveningItem("003")] });
    await beside(one, "--verbose");
    expect(one.screen().split("\n").slice(3, 15).join("\n")).toBe(
      `23:04:11  ● 003  Split the parser from the importer            iteration 1 of 20
23:04:11         session  claude-cli, opus, 60 min
23:10:51         tokens   41.2k in, 3.1k out
23:10:51         exit     0 after 6m 40s
23:10:51         signal   none
23:10:51  ↻ 003  no signal after 6m 40s; attempt 2 of 4
23:10:51  ● 003  Split the parser from the importer            iteration 2 of 20
23:10:51         session  claude-cli, opus, 60 min
23:15:59         tokens   41.2k in, 3.1k out
23:15:59         exit     0 after 5m 08s
23:15:59         signal   done
23:15:59  ✓ 003  Split the parser from the importer             11m 48s  5d07c1a`,
    );
  });

  it.each([["\u0003"], ["q"]])("%j leaves it, and the loop goes on", async (key) => {
    const one = await ledgerNight({ steps: { "001": [long] } });
    one.at(MINUTE, () => one.host.press(key));
    one.at(2 * MINUTE, () => one.night.cancel.cancel("signal"));
    expect(await beside(one)).toBe(0);
    expect(one.screen()).not.toContain("Paused");
    expect(one.host.out().endsWith("\u001b[?25h\u001b[?2026l")).toBe(true);
    expect(await one.night.state()).toMatchObject({
      status: "paused",
      updatedAt: "2026-11-20T22:06:11.000Z",
    });
    expect(one.host.held()).toBe(0);
  });
});

describe("a run that was killed", () => {
  it("ends the view, with the reason and the way on", async () => {
    const one = await ledgerNight({ steps: { "001": [long] } });
    one.at(MINUTE, () => one.night.world.processes.kill(101));
    one.at(2 * MINUTE, () => one.night.cancel.cancel("signal"));
    expect(await beside(one)).toBe(0);
    expect(lastLines(one.screen(), 7)).toBe(`
✗ Error  0 of 9 done · interrupted                                            0s
  Process 101 is gone. The next start puts 001 back to pending.

Effort   1 session

→ tool resume   mend it and go on`);
  });
});

describe("machines and pipes", () => {
  it("a pipe gets plain lines, and the header whenever its label or a count changes", async () => {
    const one = await ledgerNight({
      items: [eveningItem("001"), { ...eveningItem("004"), dependsOn: [] }, eveningItem("005")],
      facts: { terminal: false },
    });
    await beside(one);
    expect(`\n${one.screen()}`).toBe(`
No run yet in ledger-api; waiting for one. Ctrl-C leaves.
ledger-api: run of 23:04 (UTC+1), claude-cli, opus, budget 20
23:04:11  start        001  Fix rounding in the daily totals, iteration 1 of 20
23:06:25  done         001  Fix rounding in the daily totals, 2m 14s, 1f3a9c2
healthy: 1 done
23:06:25  start        004  Choose the retention period for exports, iteration 2 of 20
23:08:50  needs-human  004  Keep exported files for 30 or 90 days? The spec says both.
needs-human: 1 done, 1 blocked
23:08:50  start        005  Publish the client to the private registry, iteration 3 of 20
23:10:53  blocked      005  needs NPM_TOKEN; there are no credentials in this environment
needs-human: 1 done, 2 blocked
23:10:53  complete     1 of 3 done, 1 needs human, 1 blocked, 6m 42s
`);
  });

  it("--json gives every persisted record, and passes over what is none", async () => {
    const one = await ledgerNight({ items: [eveningItem("001")] });
    await one.night.run();
    const text = (await one.night.world.files.read(paths.eventsLog)) ?? "";
    const later = `{"type":"item_praised","timestamp":"2026-11-20T22:06:25.000Z","projectPath":"/work","seq":99,"schemaVersion":"1","by":"ada"}\n`;
    await one.night.world.files.write(paths.eventsLog, `${text}{ torn\n${later}`);
    expect(await one.run("follow", "--json")).toBe(0);
    expect(one.host.out()).toBe(text + later);
  });

  it("a reader who goes away ends it", async () => {
    const one = await ledgerNight({ steps: { "001": [long] }, facts: { terminal: false } });
    Object.defineProperty(one.host.stdout, "isClosed", { value: true });
    one.at(2 * MINUTE, () => one.night.cancel.cancel("signal"));
    await beside(one);
    expect(one.screen()).not.toContain("paused");
  });

  it.each([
    [[], "TARGET_MISSING"],
    [["."], "NOT_INSTALLED"],
  ])("where nothing is set up, %j is refused as %s", async (args, code) => {
    const one = await ledgerNight({ facts: { cwd: "/work/.git" } });
    expect(await one.run("follow", ...args, "--json")).toBe(2);
    expect(JSON.parse(one.host.err())).toMatchObject({ error: { code } });
  });
});
