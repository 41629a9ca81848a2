import {
  CIRCUIT_BREAKER_THRESHOLD,
  DEFAULT_MAX_ITERATIONS,
  SERVER_PORT,
  SESSION_TIMEOUT_MINUTES,
} from "#contracts/limits";
import type { Runtime, Theme } from "#contracts/project-rules";

/**
 * Applied when the marker's options are shown or used; never written into a marker. The budget asks for the stored
 * maxIterations instead, since an unset one is computed.
 */
export const DEFAULT_MARKER_OPTIONS = {
  ignoreInTool: false,
  gitignoreScripts: false,
  maxIterations: DEFAULT_MAX_ITERATIONS,
  autoSweep: false,
  sweepMinAgeDays: 0,
  sessionTimeout: SESSION_TIMEOUT_MINUTES,
  runtime: "shell" as Runtime,
  sleepOnLimit: true,
  circuitBreakerThreshold: CIRCUIT_BREAKER_THRESHOLD,
} as const;

/** Applied when the config is used; rootDirectory has no default here (spec: Root directory resolution order). */
export const DEFAULT_TOOL_CONFIG = { port: SERVER_PORT, theme: "system" as Theme } as const;

/** A stored record with its defaults; what is stored wins, a stored undefined doesn't. */
export function withDefaults<D extends object, S extends object>(defaults: D, stored: S): D & S {
  const given = Object.entries(stored).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(given) } as D & S;
}
