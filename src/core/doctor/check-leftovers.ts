import { counted } from "#core/text/counted";
import { failed, passed } from "#core/doctor/check";
import type { DoctorCheck } from "#contracts/schema/doctor";

/** Whether something runs on that a dead run or its sessions started. */
export function checkLeftovers(
  processes: readonly { readonly pid: number; readonly name: string | null }[],
): DoctorCheck {
  if (processes.length === 0) return passed("leftovers", "none");
  const names = processes.map(({ pid, name }) => [name, pid].filter((part) => part !== null).join(" "));
  return failed(
    "leftovers",
    `${counted(processes.length, "process", "processes")} of an ended session: ${names.join(", ")}`,
    {
      command: `kill ${processes.map(({ pid }) => pid).join(" ")}`,
    },
  );
}
