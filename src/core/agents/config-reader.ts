import type { AgentId } from "#contracts/agent-ids";
import { ToolError } from "#contracts/error";
import { GLOBAL_DIR } from "#contracts/names";
import type { AgentConfig, ConfigSource } from "#core/agents/agent-preset";

/** Reads an agent's settings field by field; what isn't of the right kind throws a sentence that names field and file. */
export interface ConfigReader {
  text(field: string): string | null;
  texts(field: string): readonly string[];
  variables(field: string): Readonly<Record<string, string>>;
  /** The first choice where the field is absent. */
  choice<T extends string>(field: string, choices: readonly [T, ...T[]]): T;
  fault(field: string, must: string): ToolError;
}

export function createConfigReader(
  id: AgentId,
  config: AgentConfig,
  source: ConfigSource = { file: `~/${GLOBAL_DIR}/config.json`, path: `providers.${id}` },
): ConfigReader {
  const fault = (field: string, must: string): ToolError =>
    new ToolError("VALIDATION_ERROR", `${source.path}.${field} ${must}.`, {
      reason: `It stands in ${source.file}.`,
      details: { file: source.file, field: `${source.path}.${field}`, value: config[field] ?? null },
    });
  const isAbsent = (field: string): boolean => config[field] === undefined || config[field] === null;

  return {
    fault,
    text(field) {
      if (isAbsent(field)) return null;
      const value = config[field];
      if (!isArgument(value) || value === "") throw fault(field, "must be a text that isn't empty");
      return value;
    },
    texts(field) {
      if (isAbsent(field)) return [];
      const value = config[field];
      if (!Array.isArray(value) || !value.every(isArgument)) throw fault(field, "must be a list of texts");
      return value;
    },
    variables(field) {
      if (isAbsent(field)) return {};
      const value = config[field];
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        throw fault(field, "must be an object of names and texts");
      }
      const entries = Object.entries(value);
      const sound = entries.every(([name, one]) => /^[^=\0]+$/.test(name) && isArgument(one));
      if (!sound) throw fault(field, "must be an object of names and texts");
      return Object.fromEntries(entries) as Record<string, string>;
    },
    choice(field, choices) {
      if (isAbsent(field)) return choices[0];
      const value = config[field];
      const found = choices.find((choice) => choice === value);
      if (found === undefined) throw fault(field, `must be one of ${choices.join(", ")}`);
      return found;
    },
  };
}

/** No program can be given a text with a NUL in it. */
const isArgument = (value: unknown): value is string => typeof value === "string" && !value.includes("\0");
