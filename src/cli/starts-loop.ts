const ELSEWHERE = new Set(["-h", "--help", "-d", "--detached"]);

/** Whether the line, as far as a first look tells, asks for a run in this very process. */
export function startsLoop(argv: readonly string[]): boolean {
  const [group, verb, ...rest] = argv;
  return group === "loop" && verb === "run" && !rest.some((word) => ELSEWHERE.has(word));
}
