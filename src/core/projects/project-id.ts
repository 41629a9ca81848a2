import { ToolError } from "#contracts/error";

/** Longest name that the usual file systems take. */
const MAX_NAME_LENGTH = 255;

/** Whether a decoded `:id` can name a direct child of the root: one path segment, no dots alone, no control characters. */
export function isProjectId(id: string): boolean {
  return (
    id.length <= MAX_NAME_LENGTH && id.trim() !== "" && id !== "." && id !== ".." && !/[/\\]|\p{Cc}/u.test(id)
  );
}

/** Gives the id back, or refuses it with INVALID_ID. */
export function assertProjectId(id: string): string {
  if (isProjectId(id)) return id;
  throw new ToolError("INVALID_ID", `${JSON.stringify(id)} is no project id.`, {
    details: { id },
    reason: "A project id is the name of a folder directly under the root.",
  });
}
