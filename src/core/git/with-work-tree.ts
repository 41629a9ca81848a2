import type { Hint } from "#contracts/error";

/** The way out of a bare repository, which the loop can't work in. */
export const WITH_WORK_TREE: Hint = { command: `git clone . "<folder>"`, purpose: "one with a work tree" };
