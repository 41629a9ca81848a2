import { failed, passed } from "#core/doctor/check";
import type { DoctorCheck } from "#contracts/schema/doctor";

/** Whether something runs on that a dead run or its sessions started. */
export function checkLeftovers(
  processes: readonly { readonly pid: number; readonly name: string | null }[],
): DoctorCheck {
  if (processes.length === 0) return passed("leftovers", "none");
  const count = processes.length === 1 ? "1 process" : `${processes.length} processes`;
  const names = processes.map(({ pid, name }) => [name, pid].filter((part) => part !== null).join(" "));
  return failed("leftovers", `${count} of an ended session: ${names.join(", ")}`, {
    command: `kill ${processes.map(({ pid }) => pid).join(" ")}`,
  });
}
