import { describe, expect, it } from "vitest";
import type { StreamedEvent } from "#web/api/project-stream";
import { createLogBook, readLine } from "#web/pages/status/output/log-lines";
import { meets } from "#web/pages/status/output/use-log-book";

const stamp = (clock: string, text: string): string => `[2026-11-20 ${clock}] ${text}`;

describe("a line", () => {
  it.each([
    ["Item 011 completed: Reverse", "good", "loop"],
    ["Item 011 blocked: no token", "warn", "loop"],
    ["Loop error: 3 failures in a row", "bad", "loop"],
    ["Session of claude-cli, sonnet starts, 60 min at most", "plain", "agent"],
    ['Item 011: its unfinished work is in a stash, "tool 011"', "plain", "git"],
  ])("%s", (text, look, source) => {
    expect(readLine(stamp("23:07:19", text))).toMatchObject({
      text,
      look,
      source,
      atMs: Date.parse("2026-11-20T23:07:19Z"),
    });
  });

  it("without a time is shown as it is, what can't be seen made visible", () => {
    expect(readLine("\u001b[31mred\u202e")).toEqual({
      atMs: null,
      text: "␛[31mred␡",
      look: "plain",
      source: "loop",
    });
  });
});

describe("the book", () => {
  it("sets an iteration and its item as one band", () => {
    const book = createLogBook();
    book.addLines([
      stamp("23:00:00", "--- Iteration 15 / 30 ---"),
      stamp("23:00:00", "Item 011 selected: Reverse it"),
    ]);
    expect(book.lines).toMatchObject([{ look: "head", text: "--- Iteration 15 / 30 --- 011 Reverse it" }]);
  });

  it("puts calls of tools between the lines, by their times", () => {
    const book = createLogBook();
    book.addLines([stamp("23:00:00", "Signal: none"), stamp("23:00:09", "Signal: done")]);
    const call = (seconds: number, phase: "start" | "end"): StreamedEvent => ({
      id: `1:${seconds}`,
      event: {
        type: "llm_tool_activity",
        itemId: "011",
        toolName: `Bash ${seconds}`,
        phase,
        timestamp: `2026-11-20T23:00:0${seconds}.500Z`,
        projectPath: "/p",
      },
    });
    book.addEvents([call(4, "start"), call(5, "end")]);
    expect(book.lines.map(({ text }) => text)).toEqual(["Signal: none", "Bash 4", "Signal: done"]);
  });

  it("keeps 5,000 lines of any number, and counts on", () => {
    const book = createLogBook();
    for (let at = 0; at < 12; at += 1)
      book.addLines(Array.from({ length: 1000 }, (_, line) => stamp("23:00:00", `${at} ${line}`)));
    expect(book.lines).toHaveLength(5000);
    expect(book.total).toBe(12_000);
    expect(book.lines[0]).toMatchObject({ number: 7000, text: "7 0" });
  });
});

describe("history and stream", () => {
  it.each<[string, string[], string[], number]>([
    ["the stream opens with the end", ["a", "b", "c"], ["b", "c"], 1],
    ["the stream is ahead", ["a", "b", "c"], ["b", "c", "d"], 1],
    ["the history is ahead", ["a", "b", "c", "d"], ["b", "c"], 1],
    ["the same line again and again", ["x", "x", "x"], ["x", "x"], 0],
    ["nothing in common", ["a", "b"], ["c"], 2],
    ["no history", [], ["c"], 0],
    ["the log began after the stream", ["a"], [], 0],
  ])("%s", (_, history, lines, expected) => {
    expect(meets(history, lines)).toBe(expected);
  });
});
