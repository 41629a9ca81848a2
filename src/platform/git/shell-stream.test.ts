import { expect, test } from "vitest";
import { createShellStream } from "#platform/git/shell-stream";

const TOKEN = "end-1";
const END = `\n${TOKEN} 7\n`;

test.each([1, 2, 3, 7, 1000])("finds the end in pieces of %i characters", (size) => {
  const words = `one\n${TOKEN}\nnot yet\n${TOKEN} two\0`.replace(`${TOKEN} two`, "end-2 two");
  const text = `${words}${END}next`;
  const stream = createShellStream(TOKEN, 100);
  let rest: string | null = null;
  let heard = 0;
  for (; rest === null && heard < text.length; heard += size) {
    expect(stream.status()).toBeNull();
    rest = stream.hear(text.slice(heard, heard + size));
  }
  expect([stream.text(), stream.status(), stream.wasCut()]).toEqual([words, "7", false]);
  expect(`${rest}${text.slice(heard)}`).toBe("next");
});

test("an end without words, and words without an end", () => {
  const stream = createShellStream(TOKEN, 100);
  expect(stream.hear("\nend-1")).toBeNull();
  expect(stream.text()).toBe("\nend-1");
  expect(stream.hear(" 0\n")).toBe("");
  expect([stream.text(), stream.status()]).toEqual(["", "0"]);
});

test("keeps the end of a long text, and says so", () => {
  const stream = createShellStream(TOKEN, 1000);
  for (let n = 0; n < 500; n += 1) stream.hear(`${n} and so on\n`);
  expect(stream.hear(END)).toBe("");
  expect(stream.wasCut()).toBe(true);
  expect(stream.text()).toHaveLength(1000);
  expect(stream.text().endsWith("499 and so on\n")).toBe(true);
});

test("megabytes in small pieces take no longer than they are long", () => {
  const stream = createShellStream(TOKEN, 256 * 1024);
  const from = performance.now();
  for (let n = 0; n < 200_000; n += 1) stream.hear("a hundred characters or so, ".repeat(4));
  stream.hear(END);
  expect(stream.status()).toBe("7");
  expect(performance.now() - from).toBeLessThan(5000);
});
