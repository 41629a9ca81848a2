import { describe, expect, it } from "vitest";
import { commitMessage, matchesItem, subjectPrefix } from "#core/git/commit-message";

const item = (title: string, id = "003"): { id: string; title: string } => ({ id, title });

describe("commitMessage", () => {
  it.each<[string, string]>([
    ["Add CSV export", "[tool] 003: Add CSV export"],
    ["two\nlines\r\nthree", "[tool] 003: two lines three"],
    ["say \"hi\" to $(whoami) `x` \\ 'y'", "[tool] 003: say \"hi\" to $(whoami) `x` \\ 'y'"],
    ["--force", "[tool] 003: --force"],
    ["emoji 🙂 é 漢", "[tool] 003: emoji 🙂 é 漢"],
    ["\u001b[31mred\u0000\u202e", "[tool] 003: red"],
    ["  spaced  ", "[tool] 003: spaced"],
    ["\n", "[tool] 003:"],
  ])("%j: %s", (title, message) => {
    expect(commitMessage(item(title))).toBe(message);
  });

  it("keeps a title of 10,000 characters, and cuts one that no argument could hold", () => {
    expect(commitMessage(item("x".repeat(10_000)))).toBe(`[tool] 003: ${"x".repeat(10_000)}`);
    const bytes = new TextEncoder().encode(commitMessage(item("漢".repeat(200_000)))).length;
    expect(bytes).toBeLessThan(128 * 1024);
    expect(commitMessage(item(`x${"🙂".repeat(100_000)}`))).toMatch(/🙂$/u);
  });
});

describe("matchesItem", () => {
  const subject = "[tool] 003: Add CSV export";
  it.each<[string, string, string, boolean, boolean]>([
    [subject, "003", "Add CSV export", true, true],
    [subject, "003", "Something else", true, false],
    ["[tool] 003:Add", "003", "Add", true, false],
    ["[tool] 003:", "003", "\n", true, true],
    ["[tool] 0031: Add CSV export", "003", "Add CSV export", false, false],
    ["[tool] 03: Add CSV export", "003", "Add CSV export", false, false],
    ["[TOOL] 003: Add CSV export", "003", "Add CSV export", false, false],
    ["fixes [tool] 003: Add CSV export", "003", "Add CSV export", false, false],
    ['Revert "[tool] 003: Add CSV export"', "003", "Add CSV export", false, false],
  ])("%s is %s %s: by prefix %s, whole %s", (line, id, title, byPrefix, whole) => {
    expect(matchesItem(line, item(title, id), { whole: false })).toBe(byPrefix);
    expect(matchesItem(line, item(title, id), { whole: true })).toBe(whole);
  });

  it("finds again what was committed, whatever the title", () => {
    for (const title of ["a\nb", "x".repeat(30_000), "\u0007bell", "🙂".repeat(15_000)]) {
      const message = commitMessage(item(title));
      expect(matchesItem(message, item(title), { whole: true })).toBe(true);
      expect(message.startsWith(subjectPrefix("003"))).toBe(true);
      expect(message).not.toContain("\n");
    }
  });
});
