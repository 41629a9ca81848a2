import { doubtful, failed, passed } from "#core/doctor/check";
import { TOOL_NAME } from "#contracts/names";
import type { DoctorCheck } from "#contracts/schema/doctor";

export interface CommandFacts {
  /** Those of the profile that are set, in its order; `fault` says why one can't be run. */
  readonly commands: readonly { readonly name: string; readonly fault: string | null }[];
}

/** Whether what verifies an item's work can be run. */
export function checkCommands({ commands }: CommandFacts): DoctorCheck {
  if (commands.length === 0) {
    const set = { command: `${TOOL_NAME} profile set test "<command>"` };
    return doubtful("commands", "none is set: nothing verifies the work", set);
  }
  const faults = commands.flatMap(({ name, fault }) => (fault === null ? [] : [{ name, fault }]));
  const [first] = faults;
  if (first !== undefined) {
    const message = faults.map(({ name, fault }) => `${name}: ${fault}`).join("; ");
    const set = { command: `${TOOL_NAME} profile set ${first.name} "<command>"` };
    return failed("commands", message, set);
  }
  const names = commands.map(({ name }) => name);
  const last = names.pop() ?? "";
  return passed(
    "commands",
    names.length === 0 ? `${last} is there` : `${names.join(", ")} and ${last} are there`,
  );
}
