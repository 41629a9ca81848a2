import { ToolError } from "#contracts/error";

/** A commit's name that comes from a file, never to be taken for one of git's options: `--output=…` would write a file. */
export function revision(name: string): string {
  if (/^[0-9A-Za-z]/.test(name)) return name;
  throw new ToolError("CONFLICT", `${JSON.stringify(name)} is no commit.`, {
    reason: "It was read from a file of the loop. Nothing was changed.",
    details: { commit: name },
  });
}
