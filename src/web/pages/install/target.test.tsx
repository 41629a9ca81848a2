import { expect, test } from "vitest";
import { targetOf } from "#web/pages/install/target";

const OUTSIDE = { error: "Only folders directly below ~/code are projects." };

test.each([
  ["web-kit", { id: "web-kit" }],
  [" web-kit/ ", { id: "web-kit" }],
  ["./web-kit", { id: "web-kit" }],
  ["~/code/web-kit", { id: "web-kit" }],
  ["/home/ada/code/web-kit//", { id: "web-kit" }],
  ["a folder, ünïcode", { id: "a folder, ünïcode" }],
  ["", { error: "Type the folder's name." }],
  ["web-kit/packages/ui", OUTSIDE],
  ["/home/ada/other/web-kit", OUTSIDE],
  ["../web-kit", OUTSIDE],
  ["..", OUTSIDE],
  ["/home/ada/codex/web-kit", OUTSIDE],
])("%j", (typed, target) => {
  expect(targetOf(typed, "/home/ada/code")).toEqual(target);
});
