import { describe, expect, it } from "vitest";
import { eveningItem, ledgerNight, LOOK, MINUTE, SECOND } from "./ledger-night.ts";

/** `tool loop run` over the real loop in memory; the screens are compared as a person sees them. */

describe("the live view", () => {
  it("at 23:35, 80 columns", async () => {
    const one = await ledgerNight();
    const seen = one.shot(LOOK);
    expect(await one.run("loop", "run")).toBe(5);
    expect(`\n${await seen}`).toBe(`
ledger-api  branch night · 9 items · 8 to do · 1 deferred
claude-cli · opus · budget 20 (computed) · 60 min a session · 3 retries

✓ 001  Fix rounding in the daily totals                          2m 14s  1f3a9c2
✓ 002  Add CSV export for statements                             5m 02s  8be10d4
↻ 003  no signal after 6m 40s; attempt 2 of 4
✓ 003  Split the parser from the importer                       11m 48s  5d07c1a
? 004  Choose the retention period for exports                       needs human
       Keep exported files for 30 or 90 days? The spec says both.
! 005  Publish the client to the private registry                        blocked
       needs NPM_TOKEN; there are no credentials in this environment
↻ 006  no signal after 4m 36s; attempt 2 of 4

⠹ 006  Accept entries in foreign currencies                               3m 12s
       Bash 14s · 23 tool calls · 41.2k tokens in, 3.1k out · attempt 2 of 4
  ━━━━━━━━────────────────  3 of 9 done · 2 blocked · iteration 8 of 20 · 31m
  q stop · v details · ? help`);
    expect(one.host.held()).toBe(0);
  });

  it("40 columns", async () => {
    const one = await ledgerNight({ facts: { columns: 40 } });
    const seen = one.shot(LOOK);
    await one.run("loop", "run");
    expect(`\n${await seen}`).toBe(`
ledger-api  branch night · 9 items
claude-cli · opus · budget 20 (computed)

✓ 001  Fix rounding in the dail…  2m 14s
✓ 002  Add CSV export for state…  5m 02s
↻ 003  no signal after 6m 40s; attempt 2
       of 4
✓ 003  Split the parser from t…  11m 48s
? 004  Choose the retentio…  needs human
       Keep exported files for 30 or 90
       days? The spec says both.
! 005  Publish the client to t…  blocked
       needs NPM_TOKEN; there are no
       credentials in this environment
↻ 006  no signal after 4m 36s; attempt 2
       of 4

⠹ 006  Accept entries in foreig…  3m 12s
       Bash 14s · 23 tool calls
  ━━━───────  3 of 9 done · 2 blocked
  q stop · v details · ? help`);
  });

  it("120 columns: the edge goes as far as the longest title needs, and no further than 100", async () => {
    const long = "Fix rounding in the daily totals, and in all of the reports that are made from them";
    const items = [{ ...eveningItem("001"), title: long }, eveningItem("002")];
    const one = await ledgerNight({ items, facts: { columns: 120 } });
    const seen = one.shot(3 * MINUTE);
    expect(await one.run("loop", "run")).toBe(0);
    expect(`\n${await seen}`).toBe(`
ledger-api  branch night · 2 items · 2 to do
claude-cli · opus · budget 20 (computed) · 60 min a session · 3 retries

✓ 001  Fix rounding in the daily totals, and in all of the reports that are made f…  2m 14s  1f3a9c2

⠹ 002  Add CSV export for statements                                                             46s
       last output 46s ago
  ━━━━━━━━━━━━────────────  1 of 2 done · iteration 2 of 20 · 3m
  q stop · v details · ? help`);
  });

  it("v: what the agent does goes into the history, too", async () => {
    const one = await ledgerNight();
    one.at(28 * MINUTE, () => one.host.press("v"));
    const seen = one.shot(28 * MINUTE + 52 * SECOND);
    await one.run("loop", "run");
    expect((await seen).split("\n").slice(11)).toEqual([
      "● 006  Accept entries in foreign currencies                    iteration 7 of 20",
      `       23:27:43  session  claude-cli, opus, process 5006`,
      "       23:32:19  tokens   41.2k in, 3.1k out",
      "       23:32:19  exit     0 after 4m 36s",
      "       23:32:19  signal   none",
      "↻ 006  no signal after 4m 36s; attempt 2 of 4",
      "● 006  Accept entries in foreign currencies                    iteration 8 of 20",
      `       23:32:19  session  claude-cli, opus, process 5007`,
      "       23:32:24  Read     0.1s",
      "       23:32:25  Edit     0.2s",
      ...[26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44].map(
        (s) => `       23:32:${s}  Grep     1.0s`,
      ),
      "       23:32:58  Bash     14.0s",
      "       23:32:58  tokens   41.2k in, 0 out",
      "",
      "⠹ 006  Accept entries in foreign currencies                                  44s",
      "       22 tool calls · 41.2k tokens in, 3.1k out · attempt 2 of 4",
      "  ━━━━━━━━────────────────  3 of 9 done · 2 blocked · iteration 8 of 20 · 28m",
      "  q stop · v details · ? help",
    ]);
  });

  it("the summary stays when the footer is gone", async () => {
    const one = await ledgerNight();
    await one.run("loop", "run");
    const screen = one.screen();
    expect(screen).not.toContain("━");
    expect(screen.slice(screen.indexOf("\n! Complete"))).toBe(`
! Complete  5 of 9 done · 2 need you · 1 deferred · 1 waiting             1h 07m

✓ 001  Fix rounding in the daily totals                          2m 14s  1f3a9c2
✓ 002  Add CSV export for statements                             5m 02s  8be10d4
✓ 003  Split the parser from the importer                       11m 48s  5d07c1a
✓ 006  Accept entries in foreign currencies                     12m 48s  9c1e07b
✓ 008  Cover the importer with property tests                   31m 05s  e77f0d3

? 004  Choose the retention period for exports                       needs human
       Keep exported files for 30 or 90 days? The spec says both.
! 005  Publish the client to the private registry                        blocked
       needs NPM_TOKEN; there are no credentials in this environment
» 007  Stop the date test from failing at month ends                    deferred
       no signal in 4 attempts; its work is in a stash, "[tool] 007"
○ 009  Announce the new client version                                 after 005

Commits  5 on night since 3f2a1c9
Effort   9 sessions, 2 retries · 370k tokens in, 27.9k out

→ tool resume --answer 004 "<your answer>"   answer, requeue 007, go on
  git log --oneline 3f2a1c9..night           look at the work
`);
  });
});
