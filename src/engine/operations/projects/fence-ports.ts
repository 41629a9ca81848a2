import type { Ports } from "#engine/ports";

/** Ports whose files never lead out of a folder, whatever links an agent or a cloned repository has put there. */
export function fencePorts(ports: Ports, folder: string): Ports {
  return { ...ports, files: ports.files.within(folder) };
}
