import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { PortHolder } from "#engine/server-ports";

const LISTENING = "0A";

/** Who listens on a TCP port, by /proc alone; null where there is none, or where the process is somebody else's. */
export function findPortHolder(port: number): PortHolder | null {
  const sockets = new Set(["tcp", "tcp6"].flatMap((table) => listenersOn(port, table)));
  if (sockets.size === 0) return null;
  for (const name of orNothing(() => readdirSync("/proc")) ?? []) {
    if (!/^\d+$/.test(name)) continue;
    const folder = `/proc/${name}`;
    const fds = orNothing(() => readdirSync(`${folder}/fd`)) ?? [];
    if (!fds.some((fd) => sockets.has(orNothing(() => readlinkSync(`${folder}/fd/${fd}`)) ?? ""))) continue;
    return {
      pid: Number(name),
      name: orNothing(() => readFileSync(`${folder}/comm`, "utf8"))?.trim() ?? "a process",
      cwd: orNothing(() => readlinkSync(`${folder}/cwd`)),
    };
  }
  return null;
}

/** As the links in /proc/<pid>/fd name them. Columns of proc_pid_net(5): local_address is the second, st the fourth, inode the tenth. */
function listenersOn(port: number, table: string): string[] {
  const text = orNothing(() => readFileSync(`/proc/net/${table}`, "latin1")) ?? "";
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  return text
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[3] === LISTENING && columns[1]?.endsWith(`:${hex}`) === true)
    .map((columns) => `socket:[${columns[9]}]`);
}

function orNothing<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
