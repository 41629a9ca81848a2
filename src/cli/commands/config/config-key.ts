import { closestWord } from "#core/text/closest-word";
import { ToolError } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import { CONFIG_KEYS, type ConfigKey } from "#contracts/project-rules";

/** The setting that a word names; without a word, or with another one, it is refused. */
export function configKey(word: string | undefined, verb: "get" | "set"): ConfigKey {
  if (word === undefined) throw missing(verb);
  const key = CONFIG_KEYS.find((one) => one === word);
  if (key !== undefined) return key;
  const near = closestWord(word, CONFIG_KEYS);
  throw new ToolError("VALIDATION_ERROR", `There is no setting "${word}".`, {
    details: { field: "key", value: word },
    ...(near !== null && { reason: `Did you mean ${near}?` }),
    hints: [{ command: `${TOOL_NAME} config list` }],
  });
}

/** Refuses a line that lacks a word. */
export function missing(verb: "get" | "set"): ToolError {
  const needs = verb === "get" ? "the name of a setting" : "a setting and its value";
  const example = verb === "get" ? "rootDirectory" : "port 5174";
  return new ToolError("USAGE", `"${TOOL_NAME} config ${verb}" needs ${needs}.`, {
    details: { command: `config ${verb}` },
    hints: [{ command: `${TOOL_NAME} config ${verb} ${example}` }],
  });
}
