import type { OfferedTool, ToolCall } from "./wire.ts";

/** What the programs call their tools and their parameters; the first that is offered is taken. */
const WRITE_TOOLS = ["Write", "write_file", "write", "create", "writeToolCall"];
const SHELL_TOOLS = ["Bash", "bash", "run_shell_command", "exec_command", "shell", "shellToolCall"];
const PATHS = ["file_path", "filePath", "path"];
const TEXTS = ["content", "file_text", "fileText"];
const COMMANDS = ["command", "cmd"];

/** A call of the agent's own tool that writes a file; throws when it offers none. */
export function writeCall(path: string, content: string, tools: readonly OfferedTool[]): ToolCall {
  const tool = offered(WRITE_TOOLS, tools);
  if (tool === null) return runCall(`printf %s ${quoted(content)} > ${quoted(path)}`, tools);
  return filled(tool, { [keyOf(tool, PATHS)]: path, [keyOf(tool, TEXTS)]: content });
}

/** A call of the agent's own shell; throws when it offers none. */
export function runCall(command: string, tools: readonly OfferedTool[]): ToolCall {
  const tool = offered(SHELL_TOOLS, tools);
  if (tool === null) throw new Error(`No shell among the tools ${tools.map(({ name }) => name).join(", ")}`);
  return filled(tool, { [keyOf(tool, COMMANDS)]: command });
}

const offered = (names: readonly string[], tools: readonly OfferedTool[]): OfferedTool | null =>
  names.map((name) => tools.find((tool) => tool.name === name)).find((tool) => tool !== undefined) ?? null;

function keyOf(tool: OfferedTool, keys: readonly string[]): string {
  const key = keys.find((one) => Object.hasOwn(tool.parameters, one));
  if (key === undefined) throw new Error(`${tool.name} has none of ${keys.join(", ")}`);
  return key;
}

/** A program checks a call against its own schema: whatever else it requires is given some value. */
function filled(tool: OfferedTool, args: Readonly<Record<string, unknown>>): ToolCall {
  const missing = tool.required.filter((key) => !Object.hasOwn(args, key));
  return {
    name: tool.name,
    args: { ...Object.fromEntries(missing.map((key) => [key, "scripted"])), ...args },
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
