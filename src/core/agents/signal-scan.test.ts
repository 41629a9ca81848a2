import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NEEDS_HUMAN_PARAGRAPH_CHARS, REASON_CHARS } from "#contracts/limits";
import { parseSignal } from "#core/agents/parse-signal";
import { createSignalScan, type Signal } from "#core/agents/signal-scan";
import { anyCharacter } from "../../../test/samples/any-character.ts";

const DONE: Signal = { kind: "done" };
const NONE: Signal = { kind: "none" };
const blocked = (reason: string): Signal => ({ kind: "blocked", reason });
const asks = (reason: string): Signal => ({ kind: "needs_human", reason });

const ITEM = {
  type: "bug",
  priority: 2,
  title: "Round half to even",
  description: "It rounds up.",
  acceptanceCriteria: ["0.5 becomes 0"],
};
const PAYLOAD = { items: [ITEM], summary: "One issue." };
const REVIEW_LINE = `TOOL_REVIEW:${JSON.stringify(PAYLOAD)}`;

describe("a signal is a whole line", () => {
  it.each<[string, string, Signal]>([
    ["nothing", "", NONE],
    ["done alone", "TOOL_DONE", DONE],
    ["done after work", "All criteria pass.\nTOOL_DONE\n", DONE],
    ["indented", "   TOOL_DONE\t", DONE],
    ["with CRLF", "ok\r\nTOOL_DONE\r\n", DONE],
    ["in colour", "\u001b[32mTOOL_DONE\u001b[0m", DONE],
    ["trailing chatter", "TOOL_DONE\n\nAnything else?\nBye.", DONE],
    ["in prose", "I would print TOOL_DONE when it works.", NONE],
    ["at a sentence's end", "So: TOOL_DONE", NONE],
    ["with a full stop", "TOOL_DONE.", NONE],
    ["quoted", "> TOOL_DONE", NONE],
    ["in a diff", "+TOOL_DONE", NONE],
    ["lower case", "tool_done", NONE],
    ["done with a reason is no word of ours", "TOOL_DONE:all", NONE],
    ["a longer word", "TOOL_DONE_NOW", NONE],
    ["blocked", "TOOL_BLOCKED:needs NPM_TOKEN", blocked("needs NPM_TOKEN")],
    ["blocked, spaced", "TOOL_BLOCKED:   needs a: key  ", blocked("needs a: key")],
    ["blocked, bare", "It can't be.\nTOOL_BLOCKED", blocked("")],
    ["blocked, colon only", "TOOL_BLOCKED:", blocked("")],
    ["blocked, other word", "TOOL_BLOCKED needs x", NONE],
    ["needs human with a reason", "TOOL_NEEDS_HUMAN:30 or 90 days?", asks("30 or 90 days?")],
    ["the last one wins", "TOOL_DONE\nOh no.\nTOOL_BLOCKED:tests fail", blocked("tests fail")],
    ["the last one wins, the other way", "TOOL_BLOCKED:x\nTOOL_DONE", DONE],
  ])("%s", (_, text, signal) => {
    expect(parseSignal(text)).toEqual(signal);
  });
});

describe("code fences", () => {
  it.each<[string, string[], Signal]>([
    ["closed: its lines don't count", ["```", "TOOL_DONE", "```"], NONE],
    ["with a language", ["```sh", "TOOL_DONE", "```"], NONE],
    ["tildes", ["~~~", "TOOL_DONE", "~~~"], NONE],
    ["indented in a list", ["- so:", "    ```", "    TOOL_DONE", "    ```"], NONE],
    ["what came before stands", ["TOOL_BLOCKED:x", "```", "TOOL_DONE", "```"], blocked("x")],
    ["what comes after counts", ["```", "TOOL_BLOCKED:x", "```", "TOOL_DONE"], DONE],
    ["unclosed: its lines count", ["```", "some code", "TOOL_DONE"], DONE],
    ["a third, unclosed one", ["```", "x", "```", "```", "TOOL_DONE"], DONE],
    ["a longer fence holds a shorter pair", ["````", "```", "```", "TOOL_DONE", "````"], NONE],
    ["a shorter line doesn't close", ["````", "```", "TOOL_DONE"], DONE],
    ["a pair inside of an unclosed longer one", ["````", "```", "TOOL_DONE", "```"], NONE],
    ["the other kind doesn't close", ["```", "TOOL_DONE", "~~~"], DONE],
    ["a line with a language doesn't close", ["```", "TOOL_DONE", "```sh"], DONE],
    ["a forgotten end, then a whole block", ["```ts", "a", "```ts", "b", "```", "TOOL_DONE"], DONE],
    ["inline ticks are no fence", ["```x``` is code", "TOOL_DONE", "```"], DONE],
  ])("%s", (_, lines, signal) => {
    expect(parseSignal(lines.join("\n"))).toEqual(signal);
  });
});

describe("a bare question takes the paragraph before it", () => {
  it.each<[string, string, string]>([
    [
      "the last paragraph",
      "I read it.\n\n30 or 90 days?\nThe spec says both.\n\nTOOL_NEEDS_HUMAN",
      "30 or 90 days? The spec says both.",
    ],
    ["one that it stands under", "30 or 90 days?\nTOOL_NEEDS_HUMAN", "30 or 90 days?"],
    ["not a code block", "Which?\n```\na\nb\n```\nTOOL_NEEDS_HUMAN", "Which?"],
    ["nothing before it", "TOOL_NEEDS_HUMAN", ""],
    ["not another signal's line", "Which?\nTOOL_BLOCKED:x\nTOOL_NEEDS_HUMAN", "Which?"],
  ])("%s", (_, text, reason) => {
    expect(parseSignal(text)).toEqual(asks(reason));
  });

  it("keeps the end of a long one, from a word on", () => {
    const words = Array.from({ length: 400 }, (_, index) => `word${index}`);
    const signal = parseSignal(`${words.join(" ")}\nTOOL_NEEDS_HUMAN`);
    const reason = signal.kind === "needs_human" ? signal.reason : "";
    expect(reason.length).toBeLessThanOrEqual(NEEDS_HUMAN_PARAGRAPH_CHARS);
    expect(reason.length).toBeGreaterThan(NEEDS_HUMAN_PARAGRAPH_CHARS - 20);
    expect(reason.endsWith("word398 word399")).toBe(true);
    expect(reason).toMatch(/^word\d+ /);
  });
});

describe("reasons", () => {
  it("lose what could steer a terminal", () => {
    expect(parseSignal("TOOL_BLOCKED:\u001b[31mred\u001b[0m and \u202eback\u0007")).toEqual(
      blocked("red and back"),
    );
  });

  it("are bounded", () => {
    const signal = parseSignal(`TOOL_BLOCKED:${"x".repeat(100_000)}`);
    expect(signal).toEqual(blocked("x".repeat(REASON_CHARS)));
  });
});

describe("reviews", () => {
  it("carry their payload", () => {
    expect(parseSignal(`I looked.\n${REVIEW_LINE}\n`)).toEqual({ kind: "review", payload: PAYLOAD });
  });

  it.each<[string, string]>([
    ["TOOL_REVIEW", "it has no payload"],
    ["TOOL_REVIEW:", "it has no payload"],
    ["TOOL_REVIEW:{nope", "its payload is not valid JSON"],
    ["TOOL_REVIEW:[]", "its payload is no object"],
    [`TOOL_REVIEW:{"items":[]}`, "its payload has no summary"],
    [`TOOL_REVIEW:{"items":[],"summary":""}`, "its answer has no items"],
    [`TOOL_REVIEW:{"items":[3],"summary":""}`, "items[0] is missing or not valid"],
    [reviewOf({ type: "epic" }), "items[1].type is missing or not valid"],
    [reviewOf({ priority: 5 }), "items[1].priority is missing or not valid"],
    [reviewOf({ title: " " }), "items[1].title is missing or not valid"],
    [reviewOf({ description: undefined }), "items[1].description is missing or not valid"],
    [reviewOf({ acceptanceCriteria: [] }), "items[1].acceptanceCriteria is missing or not valid"],
    [reviewOf({ acceptanceCriteria: [1] }), "items[1].acceptanceCriteria is missing or not valid"],
  ])("ignores %s and remembers why", (line, reviewFault) => {
    expect(parseSignal(line)).toEqual({ kind: "none", reviewFault });
  });

  it("leaves an earlier signal standing when its payload can't be used", () => {
    const reviewFault = "its payload has no summary";
    expect(parseSignal("TOOL_DONE\nTOOL_REVIEW:{}")).toEqual({ ...DONE, reviewFault });
    expect(parseSignal(`${REVIEW_LINE}\nTOOL_REVIEW:{}`)).toEqual({
      kind: "review",
      payload: PAYLOAD,
      reviewFault,
    });
    expect(parseSignal("TOOL_REVIEW:{}\nTOOL_DONE")).toEqual(DONE);
  });

  function reviewOf(change: object): string {
    return `TOOL_REVIEW:${JSON.stringify({ items: [ITEM, { ...ITEM, ...change }], summary: "" })}`;
  }
});

describe("streaming", () => {
  it("ends a line with its block, so that a signal never sticks to the block before", () => {
    const scan = createSignalScan();
    scan.text("All criteria pass.");
    scan.text("TOOL_DONE");
    expect(scan.signal()).toEqual(DONE);
  });

  it("gives the same object until another signal comes", () => {
    const scan = createSignalScan();
    scan.text("TOOL_DONE");
    const first = scan.signal();
    scan.text("chatter\n```\nTOOL_BLOCKED:quoted\n```");
    expect(scan.signal()).toBe(first);
    scan.text("TOOL_DONE");
    expect(scan.signal()).not.toBe(first);
  });

  const line = fc.oneof(
    fc.constantFrom("```", "```ts", "````", "~~~", "", "  ", "TOOL_DONE", "TOOL_BLOCKED:x", "TOOL_BLOCKED"),
    fc.constantFrom(
      "TOOL_NEEDS_HUMAN",
      "TOOL_NEEDS_HUMAN:y",
      "TOOL_REVIEW:{",
      REVIEW_LINE,
      "prose",
      "> TOOL_DONE",
    ),
    fc.string({ unit: anyCharacter }).map((text) => text.replaceAll("\n", "")),
  );

  it("finds the same signal however the text is cut into blocks at line ends", () => {
    const chunks = fc.array(fc.array(line, { minLength: 1, maxLength: 6 }), { maxLength: 12 });
    fc.assert(
      fc.property(chunks, (blocks) => {
        const scan = createSignalScan();
        for (const block of blocks) scan.text(block.join("\n"));
        expect(scan.signal()).toEqual(parseSignal(blocks.flat().join("\n")));
      }),
      { seed: 20261121, numRuns: 500 },
    );
  });

  it("agrees with a reading of the whole text, fence by fence", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const outside = linesOutsideFences(lines);
        expect(parseSignal(lines.join("\n"))).toEqual(parseSignal(outside.join("\n")));
      }),
      { seed: 20261121, numRuns: 1000 },
    );
  });
});

/** The plain way: a fence without an end is a line like any other, and the reading goes on behind it. */
function linesOutsideFences(lines: readonly string[]): string[] {
  const outside: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const opening = /^(`{3,})[^`]*$|^(~{3,}).*$/.exec((lines[at] ?? "").trim());
    const ticks = opening?.[1] ?? opening?.[2] ?? "";
    const rest = lines.slice(at + 1);
    const closes = (text: string): boolean =>
      new RegExp(`^${ticks.charAt(0)}{${ticks.length},}$`).test(text.trim());
    const end = opening === null ? -1 : rest.findIndex(closes);
    if (opening === null) outside.push(lines[at] ?? "");
    else if (end >= 0) at += end + 1;
  }
  return outside;
}
