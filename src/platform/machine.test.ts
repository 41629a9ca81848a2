import { userInfo } from "node:os";
import { afterEach, expect, it, vi } from "vitest";
import { createMachine } from "#platform/machine";

it("knows this machine", () => {
  const machine = createMachine();
  expect(machine.pid).toBe(process.pid);
  expect(machine.home).toBe(process.env["HOME"]);
  expect(machine.tempDir).toMatch(/^\//);
  expect(machine.uuid()).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(machine.uuid()).not.toBe(machine.uuid());
});

afterEach(() => void vi.unstubAllEnvs());

it.each([undefined, ""])("HOME %j is none: the system knows this user's", (home) => {
  vi.stubEnv("HOME", home);
  expect(createMachine().home).toBe(userInfo().homedir);
});

it("hashes text as UTF-8", () => {
  // printf 'größe' | sha256sum
  expect(createMachine().sha256("größe")).toBe(
    "d353a2671b67afff0941ae456e5c76e9394bd6579774ae7542a6185fb9843384",
  );
});
