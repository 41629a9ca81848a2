import { describe, expect, test } from "vitest";
import { memoryHost } from "../../../test/fakes/memory-host.ts";
import { createFooter } from "#cli/render/footer";
import { createPen } from "#cli/render/pen";
import { screenOf } from "#cli/render/screen";
import { startSpinner } from "#cli/render/spinner";

const BEGIN = "\u001b[?2026h";
const END = "\u001b[?2026l";

/** What was written since the last look. */
const reader = (text: () => string): (() => string) => {
  let seen = 0;
  return () => {
    const fresh = text().slice(seen);
    seen = text().length;
    return fresh;
  };
};

describe("the footer", () => {
  test("one synchronized write a change; old rows go first, history stays above", () => {
    const host = memoryHost();
    const written = reader(() => host.out());
    const footer = createFooter(host.stdout, () => 80);
    footer.draw(["one", "two"]);
    expect(written()).toBe(`${BEGIN}one\ntwo\u001b[?25l${END}`);
    footer.draw(["three", "four"]);
    expect(written()).toBe(`${BEGIN}\r\u001b[1A\u001b[2K\u001b[C\u001b[J\rthree\nfour${END}`);
    footer.above(["history"]);
    expect(written()).toBe(`${BEGIN}\r\u001b[1A\u001b[2K\u001b[C\u001b[J\rhistory\nthree\nfour${END}`);
    footer.clear();
    expect(written()).toBe(`${BEGIN}\r\u001b[1A\u001b[2K\u001b[C\u001b[J\r\u001b[?25h${END}`);
    footer.clear();
    expect(written()).toBe("");
  });

  test("erases the rows as a narrower terminal has reflowed them", () => {
    const host = memoryHost();
    let columns = 80;
    const written = reader(() => host.out());
    const footer = createFooter(host.stdout, () => columns);
    footer.draw(["x".repeat(80), "y".repeat(50), "日".repeat(30)]);
    written();
    columns = 46;
    footer.draw(["z"]);
    expect(written()).toBe(`${BEGIN}\r\u001b[5A\u001b[2K\u001b[C\u001b[J\rz${END}`);
  });

  test("no more than the terminal is high: what has left it at the top could not be erased", () => {
    const host = memoryHost();
    const written = reader(() => host.out());
    const footer = createFooter(
      host.stdout,
      () => 10,
      () => 3,
    );
    footer.draw(["one", "x".repeat(20), "four"]);
    expect(written()).toBe(`${BEGIN}one\n${"x".repeat(20)}\u001b[?25l${END}`);
    footer.draw(["one", "two", "three", "four"]);
    expect(written()).toBe(`${BEGIN}\r\u001b[2A\u001b[2K\u001b[C\u001b[J\rone\ntwo\nthree${END}`);
  });

  test("history without a footer is plain lines; a forgotten footer is not erased", () => {
    const host = memoryHost();
    const written = reader(() => host.out());
    const footer = createFooter(host.stdout, () => 80);
    footer.above(["history"]);
    expect(written()).toBe(`${BEGIN}history\n${END}`);
    footer.draw(["one", "two"]);
    footer.forget();
    written();
    footer.draw(["one"]);
    expect(written()).toBe(`${BEGIN}one\u001b[?25l${END}`);
  });
});

describe("the spinner", () => {
  const start = (host: ReturnType<typeof memoryHost>) =>
    startSpinner(
      host,
      createPen(screenOf(host, host.stderr, { noColor: true })),
      "Looking for projects in ~/code",
    );

  test("says nothing in the first second, then one line that changes in place, and is gone", () => {
    const host = memoryHost();
    const written = reader(() => host.err());
    const spinner = start(host);
    host.advance(990);
    expect(written()).toBe("");
    host.advance(10);
    expect(written()).toContain("⠋ Looking for projects in ~/code");
    spinner.say("Looking for projects in ~/code: 1,204 folders");
    host.advance(125);
    expect(written()).toContain("⠙ Looking for projects in ~/code: 1,204 folders");
    spinner.stop();
    expect(written()).toBe(`${BEGIN}\r\u001b[2K\u001b[C\u001b[J\r\u001b[?25h${END}`);
    expect(host.held()).toBe(0);
  });

  test("a pipe gets nothing", () => {
    const host = memoryHost({ terminal: false });
    start(host);
    host.advance(5000);
    expect(host.err()).toBe("");
    expect(host.held()).toBe(0);
  });
});
