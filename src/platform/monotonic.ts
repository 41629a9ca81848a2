/** Milliseconds, never going back. The global `performance` says the same, but is a module that has to be loaded first. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
