import { setTimeout as pause } from "node:timers/promises";
import type { GitAnswer, RunGit } from "#platform/git/run-git";

/** Git's own words when another git, such as an editor's, is at the index right now. */
const HELD = /Unable to create '.*\.lock': File exists/;
const PAUSES_MS = [100, 200, 400, 800, 1600];

/** Waits a few seconds for a lock that another git holds: it fails before it has done anything, so it can be asked again. */
export function patientGit(git: RunGit, pausesMs: readonly number[] = PAUSES_MS): RunGit {
  return async (call) => {
    for (const ms of pausesMs) {
      const answer = await git(call);
      if (answer.exitCode === 0 || !HELD.test(answer.stderr)) return withoutHeld(answer);
      await pause(ms);
    }
    return withoutHeld(await git(call));
  };
}

/** A next call that met the lock is still to be made: by itself it is waited for. */
function withoutHeld({ next, ...answer }: GitAnswer): GitAnswer {
  return next === undefined || (next.exitCode !== 0 && HELD.test(next.stderr)) ? answer : { ...answer, next };
}
