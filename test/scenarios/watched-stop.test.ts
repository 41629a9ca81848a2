import { describe, expect, it } from "vitest";
import { eveningItem, ledgerNight, long, MINUTE, SECOND } from "./ledger-night.ts";
import type { WatchedNight } from "./watched-night.ts";

/** Keys, signals and resizes while a run goes on. */

const lastLines = (screen: string, count: number): string => screen.split("\n").slice(-count).join("\n");
const slow = (facts = {}): Promise<WatchedNight> => ledgerNight({ steps: { "002": [long] }, facts });
const LATER = 20 * MINUTE;

const PAUSED = `
■ Paused  1 of 9 done · stopped by you                                   20m 00s
  002 is pending again; its unfinished work is in the tree, and goes on with it.

✓ 001  Fix rounding in the daily totals                          2m 14s  1f3a9c2

Commits  1 on night since 3f2a1c9
Effort   2 sessions · 41.2k tokens in, 3.1k out

→ tool resume   go on
`;

describe("keys", () => {
  it("q asks, n goes on, ? explains, and none of them stops anything", async () => {
    const one = await slow();
    const seen: string[] = [];
    for (const [i, key] of ["q", "n", "?", "?", "q", "\u001b", "x"].entries()) {
      one.at(3 * MINUTE + i * SECOND, () => {
        one.host.press(key);
        seen.push(lastLines(one.screen(), 1));
      });
    }
    one.at(4 * MINUTE, () => one.host.press("\u0003"));
    await one.run("loop", "run");
    const keys = "  q stop · v details · ? help";
    const question = "  Stop the loop? 002 goes back to pending; 1 commit stays.   y stop · n go on";
    const help = "  q stop · v details · Ctrl-C stop without asking · ? close";
    expect(seen).toEqual([question, keys, help, keys, question, keys, keys]);
    expect((await one.night.state())?.updatedAt).toBe("2026-11-20T22:08:11.000Z");
  });

  it("y after q stops: the session ends, its item is pending, its work stays", async () => {
    const one = await slow();
    one.at(LATER, () => one.host.press("q"));
    let seen = "";
    one.at(LATER + 1, () => {
      one.host.press("y");
      seen = one.screen();
    });
    expect(await one.run("loop", "run")).toBe(1);
    expect(lastLines(seen, 2)).toBe("\n⠹ Stopping: ending the session of 002. Ctrl-C again to stop at once.");
    expect(one.screen().endsWith(PAUSED)).toBe(true);
    expect(await one.night.world.files.read("/work/half.txt")).toBe("half");
    expect(one.host.held()).toBe(0);
  });

  it("the question wraps where it is narrow", async () => {
    const one = await slow({ columns: 46 });
    one.at(LATER, () => one.host.press("q"));
    const seen = one.shot(LATER);
    one.at(LATER + 1, () => one.host.press("y"));
    await one.run("loop", "run");
    expect(lastLines(await seen, 3)).toBe(`  Stop the loop? 002 goes back to pending; 1
  commit stays.
  y stop · n go on`);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s does the same without asking", async (signal) => {
    const one = await slow();
    one.at(LATER, () => one.host.raise(signal));
    expect(await one.run("loop", "run")).toBe(1);
    expect(one.screen().endsWith(PAUSED)).toBe(true);
    expect(one.host.held()).toBe(0);
  });

  it("a second Ctrl-C gives the agent no grace", async () => {
    const one = await ledgerNight({
      items: [eveningItem("001")],
      steps: {
        "001": [
          async (session) => {
            session.ignoreTerm();
            await session.sleep(60 * MINUTE);
          },
        ],
      },
    });
    one.at(MINUTE, () => one.host.press("\u0003"));
    one.at(MINUTE + SECOND, () => one.host.press("\u0003"));
    const seen = one.shot(MINUTE + SECOND);
    expect(await one.run("loop", "run")).toBe(1);
    expect(lastLines(await seen, 1)).toBe("⠹ Stopping at once: ending the session of 001.");
    expect(one.screen()).toContain("stopped by you                                    1m 01s");
  });

  it("the CANCEL file stops it too, and the view says so", async () => {
    const one = await slow();
    one.at(LATER, () => void one.night.write(".tool/CANCEL", ""));
    expect(await one.run("loop", "run")).toBe(1);
    expect(one.screen()).toContain("■ Paused");
    expect(one.host.out()).toContain("Stopping: ending the session of 002.");
  });

  it("Ctrl-Z gives the terminal back, and fg goes on where it was", async () => {
    const one = await slow();
    let back = (): void => undefined;
    one.host.suspend = () => new Promise((resolve) => (back = resolve));
    one.at(3 * MINUTE, () => one.host.press("\u001a"));
    const away = one.shot(3 * MINUTE);
    one.at(4 * MINUTE, () => back());
    const again = one.shot(4 * MINUTE);
    one.at(5 * MINUTE, () => one.host.press("\u0003"));
    await one.run("loop", "run");
    expect(lastLines(await away, 2)).toBe(
      "✓ 001  Fix rounding in the daily totals                          2m 14s  1f3a9c2\n",
    );
    expect(lastLines(await again, 5)).toBe(`
⠹ 002  Add CSV export for statements                                      1m 46s
       last output 1m 46s ago
  ━━──────────────────────  1 of 9 done · iteration 2 of 20 · 4m
  q stop · v details · ? help`);
    expect(one.host.out().endsWith("\u001b[?25l\u001b[?2026l")).toBe(false);
  });

  it("a resize redraws for the new width at once", async () => {
    const one = await slow();
    one.at(3 * MINUTE, () => one.host.resize(40));
    const seen = one.shot(3 * MINUTE);
    one.at(4 * MINUTE, () => one.host.press("\u0003"));
    await one.run("loop", "run");
    expect(lastLines(await seen, 4)).toBe(`⠹ 002  Add CSV export for statemen…  46s
       last output 46s ago
  ━─────────  1 of 9 done
  q stop · v details · ? help`);
  });

  it("without a keyboard Ctrl-C is left", async () => {
    const one = await slow({ stdinTerminal: false });
    const seen = one.shot(MINUTE);
    one.at(LATER, () => one.host.raise("SIGINT"));
    await one.run("loop", "run");
    expect(lastLines(await seen, 1)).toBe("  Ctrl-C stop");
  });
});
