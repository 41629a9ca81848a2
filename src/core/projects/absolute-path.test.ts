import { expect, test } from "vitest";
import { absolutePath, folderName, parentOf, tildePath } from "#core/projects/absolute-path";

test.each([
  [".", "/home/ada/code"],
  ["api", "/home/ada/code/api"],
  ["./api/", "/home/ada/code/api"],
  ["../x//y", "/home/ada/x/y"],
  ["/srv/./a/../b", "/srv/b"],
  ["../../../../..", "/"],
  ["", "/home/ada/code"],
])("%j from /home/ada/code is %s", (typed, absolute) => {
  expect(absolutePath("/home/ada/code", typed)).toBe(absolute);
});

test("names and parents", () => {
  expect([folderName("/a/b"), folderName("/a/b/"), folderName("/")]).toEqual(["b", "b", "/"]);
  expect([parentOf("/a/b"), parentOf("/a"), parentOf("/")]).toEqual(["/a", "/", "/"]);
});

test.each([
  ["/home/ada", "/home/ada", "~"],
  ["/home/ada/x", "/home/ada", "~/x"],
  ["/home/adam/x", "/home/ada", "/home/adam/x"],
  ["/x", "/", "/x"],
])("%s in the home %s is written %s", (path, home, written) => {
  expect(tildePath(path, home)).toBe(written);
});
