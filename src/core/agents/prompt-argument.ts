import { ARGUMENT_PROMPT_BYTES } from "#contracts/limits";
import { utf8Length } from "#core/text/utf8-length";

/** The prompt as an argument, or, where it is too long for one, a sentence that leads the agent to its file. */
export function promptArgument(
  prompt: string,
  promptFile: string,
): { readonly arg: string; readonly promptDelivery: "arg" | "file"; readonly note?: string } {
  const bytes = utf8Length(prompt);
  if (bytes <= ARGUMENT_PROMPT_BYTES) return { arg: prompt, promptDelivery: "arg" };
  return {
    arg: `Read the file ${promptFile} and do exactly what it says.`,
    promptDelivery: "file",
    note: `the prompt has ${Math.ceil(bytes / 1024)} KiB, too much for an argument; the agent is sent to a file`,
  };
}
