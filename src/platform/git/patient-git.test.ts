import { describe, expect, it } from "vitest";
import { patientGit } from "#platform/git/patient-git";
import type { GitAnswer } from "#platform/git/run-git";

const held: GitAnswer = {
  exitCode: 128,
  stdout: "",
  stderr:
    "fatal: Unable to create '/work/.git/index.lock': File exists.\n\nAnother git process seems to be running",
  timedOut: false,
  cut: false,
};
const done: GitAnswer = { exitCode: 0, stdout: "ok", stderr: "", timedOut: false, cut: false };
const call = { cwd: "/", args: ["add", "-A"] };

const answering = (answers: readonly GitAnswer[]): { git: () => Promise<GitAnswer>; calls: () => number } => {
  let calls = 0;
  return { git: async () => answers[Math.min(calls++, answers.length - 1)] ?? done, calls: () => calls };
};

describe("a lock that another git holds", () => {
  it("is waited for", async () => {
    const { git, calls } = answering([held, held, done]);
    expect(await patientGit(git, [0, 0, 0])(call)).toEqual(done);
    expect(calls()).toBe(3);
  });

  it("is given up on in its own words", async () => {
    const { git, calls } = answering([held]);
    expect(await patientGit(git, [0, 0])(call)).toEqual(held);
    expect(calls()).toBe(3);
  });

  it("is no other failure: a hook's refusal is not asked twice", async () => {
    const refused = { ...held, stderr: "husky - pre-commit hook exited with code 1" };
    const { git, calls } = answering([refused, done]);
    expect(await patientGit(git, [0])(call)).toEqual(refused);
    expect(calls()).toBe(1);
  });
});
