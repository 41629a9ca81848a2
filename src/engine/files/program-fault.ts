import { absolutePath } from "#core/projects/absolute-path";
import type { Ports } from "#engine/ports";

/** Why a program can't be started, as a sentence without its full stop; null where it can. A path counts from the folder that it would be started in. */
export async function programFault(
  ports: Ports,
  program: string,
  folder: string | null,
): Promise<string | null> {
  const isPath = program.includes("/");
  const path = isPath && folder !== null ? absolutePath(folder, program) : program;
  if ((await ports.processes.which(path)) !== null) return null;
  if (!isPath) return `${program} is not on PATH`;
  const stat = path.startsWith("/") ? await ports.files.stat(path).catch(() => null) : null;
  if (stat === null) return `${program} is not there`;
  return stat.kind === "directory"
    ? `${program} is a folder, not a program`
    : `${program} may not be executed`;
}
