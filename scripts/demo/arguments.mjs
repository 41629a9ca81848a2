import { parseArgs } from "node:util";

export const USAGE = `Makes a scratch project, and lets the loop work in it.

Usage    npm run demo [-- options]

         --dir <folder>   Where to; must not exist yet (~/backlog-demo)
         --agent <id>     With a real agent, such as claude-cli
         --quick          The scripted agent takes no pauses`;

/** What was asked for, or a sentence that says why it can't be understood. */
export function readArguments(argv) {
  try {
    const { values } = parseArgs({
      args: argv,
      options: {
        dir: { type: "string" },
        agent: { type: "string" },
        quick: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    return values;
  } catch (error) {
    return error.message.replace(/\. .*/s, ".");
  }
}
