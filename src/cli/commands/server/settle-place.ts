import type { CommandContext } from "#cli/context";
import { DEFAULT_TOOL_CONFIG } from "#contracts/defaults";
import { ToolError } from "#contracts/error";
import { ENV } from "#contracts/names";
import { tildePath } from "#core/projects/absolute-path";
import type { RootChoice } from "#core/projects/resolve-root";
import { resolveRootFolder, type RootRequest } from "#engine/operations/projects/resolve-root";
import type { Ports } from "#engine/ports";
import { readConfig } from "#engine/stores/config-store";

const MAX_PORT = 65_535;

/** The port that the line names, else the settings'. */
export async function settlePort({ options }: CommandContext, ports: Ports): Promise<number> {
  const port = options.number("port");
  if (port === null) return (await readConfig(ports))?.port ?? DEFAULT_TOOL_CONFIG.port;
  if (port <= MAX_PORT) return port;
  throw new ToolError("USAGE", `--port must be at most ${MAX_PORT}, not ${port}.`, {
    details: { option: "--port", value: port },
  });
}

/** The root that a server started by this line looks for projects in; it must be there. */
export async function settleRoot(context: CommandContext, ports: Ports): Promise<RootChoice> {
  const root = await resolveRootFolder(ports, rootRequest(context));
  if ((await ports.files.stat(root.path))?.kind === "directory") return root;
  throw new ToolError(
    "TARGET_NOT_FOUND",
    `There is no folder ${tildePath(root.path, context.host.homeDir)}.`,
    { details: { path: root.path }, reason: "It is the root directory that projects are looked for in." },
  );
}

export function rootRequest({ host, options }: CommandContext): RootRequest {
  return { cwd: host.cwd, flag: options.text("root"), env: host.env[ENV.root] ?? null };
}
