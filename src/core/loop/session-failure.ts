import { presetOf } from "#core/agents/agent-catalog";
import { findFailure, type Failure } from "#core/agents/failure";
import type { SessionExit } from "#core/loop/classify-exit";

/** Some agents exit 0 on an error of their service: then the turn's result tells. */
export const hasFailed = (exit: SessionExit): boolean =>
  exit.spawnError !== null || exit.exitCode !== 0 || exit.result?.isError === true;

/** Why a session failed, as its agent's table knows it; null for one that did not, or whose words nobody knows. */
export function sessionFailure(exit: SessionExit): Failure | null {
  if (!hasFailed(exit)) return null;
  const { failures } = presetOf(exit.agentId);
  const told = exit.result?.isError === true ? (exit.result.words ?? "") : "";
  const printed = exit.result === null ? exit.stdoutTail.trimEnd().split("\n").slice(-1) : [];
  return (
    findFailure(told.split("\n"), failures) ??
    findFailure(exit.stderrTail.split("\n"), failures) ??
    findFailure(printed, failures)
  );
}
