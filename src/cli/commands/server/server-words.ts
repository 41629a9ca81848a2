import { headLine } from "#cli/render/message";
import type { Pen } from "#cli/render/pen";
import { durationWords } from "#core/text/duration-words";
import { SERVER_HOST } from "#contracts/limits";
import type { FoundServer } from "#engine/operations/service/find-server";

/** What to open in a browser. */
export function serverUrl(port: number): string {
  return `http://${SERVER_HOST}:${port}`;
}

/** Said of a start that finds another's. */
export function alreadyRunning(pen: Pen, { state, health }: Running): string[] {
  const head = `A server is already running on ${serverUrl(state.port)}`;
  return [headLine(pen, { glyph: "done", head, facts: [`for ${upWords(health)}`] })];
}

/** `3h 12m`, of a health's seconds. */
export function upWords({ uptime }: Running["health"]): string {
  return durationWords(uptime * 1000);
}

type Running = Pick<Extract<FoundServer, { kind: "running" }>, "state" | "health">;
