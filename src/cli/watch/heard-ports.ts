import type { Ports } from "#engine/ports";

export interface AgentEars {
  /** A line of the agent's output, on whichever stream; called for each, so it must be cheap. */
  readonly onOutput: () => void;
  readonly onStart: (pid: number) => void;
}

/** The same ports, with an ear at what agents print: a view shows that one is alive before there is an event to tell of. */
export function heardPorts(ports: Ports, ears: AgentEars): Ports {
  const { processes } = ports;
  return {
    ...ports,
    processes: {
      ...processes,
      spawn: (request) =>
        processes.spawn({
          ...request,
          onLine(stream, line, cut) {
            ears.onOutput();
            request.onLine(stream, line, cut);
          },
          onStart(process) {
            ears.onStart(process.pid);
            request.onStart?.(process);
          },
        }),
    },
  };
}
