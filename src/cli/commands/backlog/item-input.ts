import type { GivenOptions } from "#cli/line/given-options";
import type { UpdateItemInput } from "#contracts/schema/item-input";

/** The item fields of a line and nothing that wasn't given; wrong words are left in for core to refuse by name. */
export function itemInput(options: GivenOptions): UpdateItemInput {
  const text = (option: string, field = option): Record<string, unknown> => {
    const value = options.text(option);
    return value === null ? {} : { [field]: value };
  };
  const priority = options.text("priority");
  const dependsOn = options.text("depends-on");
  const estimate = options.number("estimated-iterations");
  const given: Record<string, unknown> = {
    ...text("title"),
    ...text("type"),
    ...(priority !== null && { priority: /^\d+$/.test(priority) ? Number(priority) : priority }),
    ...text("status"),
    ...text("description"),
    ...(options.flag("ac") && { acceptanceCriteria: options.list("ac") }),
    ...(dependsOn !== null && { dependsOn: idsOf(dependsOn) }),
    ...text("notes"),
    ...(estimate !== null && { estimatedIterations: estimate }),
    ...text("blocked-reason", "blockedReason"),
  };
  return given;
}

const idsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((id) => id.trim())
      .filter((id) => id !== ""),
  ),
];
