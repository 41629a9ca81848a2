import { commandNeeds } from "#core/doctor/command-needs";
import type { CommandFacts } from "#core/doctor/check-commands";
import { readPackageJson } from "#core/profile/node-project";
import type { BacklogPaths } from "#contracts/paths";
import { COMMAND_NAMES } from "#contracts/project-rules";
import type { Marker } from "#contracts/schema/marker";
import { programFault } from "#engine/files/program-fault";
import type { Ports } from "#engine/ports";

/** Whether the programs and scripts of the profile's commands are there; none of them is run. */
export async function inspectCommands(
  ports: Ports,
  { projectPath }: BacklogPaths,
  { profile }: Marker,
): Promise<CommandFacts> {
  const scripts = await readScripts(ports, projectPath);
  const commands: { name: string; fault: string | null }[] = [];
  for (const name of COMMAND_NAMES) {
    const line = profile.commands[name];
    if (line === null) continue;
    commands.push({ name, fault: await faultOf(ports, projectPath, line, scripts) });
  }
  return { commands };
}

const faultOf = async (
  ports: Ports,
  projectPath: string,
  line: string,
  scripts: ReadonlySet<string> | null,
): Promise<string | null> => {
  const { program, script } = commandNeeds(line);
  if (program === null) return null;
  const fault = await programFault(ports, program, projectPath);
  if (fault !== null) return fault;
  if (script === null || scripts === null || scripts.has(script)) return null;
  return `package.json has no script "${script}"`;
};

/** Null where there is no package.json to tell. */
const readScripts = async (ports: Ports, projectPath: string): Promise<ReadonlySet<string> | null> => {
  const text = await ports.files.read(`${projectPath}/package.json`);
  if (text === null) return null;
  const { manifest, problem } = readPackageJson(text);
  if (problem !== null) return null;
  const { scripts } = manifest;
  return new Set(typeof scripts === "object" && scripts !== null ? Object.keys(scripts) : []);
};
