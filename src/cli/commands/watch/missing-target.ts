import { ToolError } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";

/** Of a line without a path in a folder that is not set up: a person sees that, a script must not take it for an answer. */
export function missingTarget(command: "status" | "follow"): ToolError {
  return new ToolError("TARGET_MISSING", "No path was given, and this folder is not set up.", {
    hints: [{ command: `${TOOL_NAME} ${command} <path>` }],
  });
}
