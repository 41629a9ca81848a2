import type { ServerPorts } from "#engine/server-ports";
import { askLoopback } from "#platform/server/ask-loopback";
import { isPortFree } from "#platform/server/is-port-free";
import { findPortHolder } from "#platform/server/port-holder";
import { startDetached } from "#platform/server/start-detached";

/** The loopback interface and the processes of this machine. */
export function createServerPorts(): ServerPorts {
  return {
    ask: askLoopback,
    isPortFree,
    holderOf: async (port) => findPortHolder(port),
    startDetached,
    signal(pid, signal) {
      try {
        return process.kill(pid, signal);
      } catch {
        return false;
      }
    },
  };
}
