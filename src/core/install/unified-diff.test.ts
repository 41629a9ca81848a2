import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { unifiedDiff } from "#core/install/unified-diff";

test.each<[string, string | null, string | null, string | null]>([
  ["nothing", "a\n", "a\n", null],
  ["a new file", null, "a\nb\n", "--- /dev/null\n+++ b/f\n@@ -0,0 +1,2 @@\n+a\n+b\n"],
  ["a removed file", "a\n", null, "--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"],
  ["one line", "a\nb\nc\n", "a\nB\nc\n", "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"],
  [
    "the line break at the end",
    "a\n",
    "a",
    "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n",
  ],
  [
    "two places far apart",
    "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
    "1\nx\n3\n4\n5\n6\n7\n8\n9\ny\n",
    "--- a/f\n+++ b/f\n@@ -1,5 +1,5 @@\n 1\n-2\n+x\n 3\n 4\n 5\n@@ -7,3 +7,4 @@\n 7\n 8\n 9\n+y\n",
  ],
])("%s", (_, before, after, expected) => {
  expect(unifiedDiff("f", before, after)).toBe(expected);
});

test("git can apply it, and gets the other text", () => {
  const folder = mkdtempSync(join(tmpdir(), "diff-"));
  const texts = fc.array(fc.constantFrom("a", "b", "", "c\r"), { maxLength: 14 });
  const whole = fc.tuple(texts, fc.boolean()).map(([lines, end]) => lines.join("\n") + (end ? "\n" : ""));
  fc.assert(
    fc.property(whole, whole, (before, after) => {
      fc.pre(before !== "" && after !== "");
      const diff = unifiedDiff("f", before, after);
      if (diff === null) return;
      writeFileSync(join(folder, "f"), before);
      execFileSync("git", ["apply", "--whitespace=nowarn", "-"], { cwd: folder, input: diff });
      expect(readFileSync(join(folder, "f"), "utf8")).toBe(after);
    }),
    { seed: 5, numRuns: 60 },
  );
  rmSync(folder, { recursive: true });
});
