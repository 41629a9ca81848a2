import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentId } from "#contracts/agent-ids";

const HERE = import.meta.dirname;
const TRANSCRIPTS = join(HERE, "../transcripts");

/** A file that a run of the built tool left, or one that a user wrote. */
export const realFile = (name: string): string => readFileSync(join(HERE, "corpus", name), "utf8");

/** What the real program of an agent printed, one stream a text. */
export function transcriptsOf(agent: AgentId): string[] {
  const folder = join(TRANSCRIPTS, agent);
  const names = readdirSync(folder).filter((name) => /\.std(?:out|err)$/.test(name));
  return names.map((name) => readFileSync(join(folder, name), "utf8")).filter((text) => text !== "");
}

/** Inputs that once broke something, as FOLDER/TARGET-WHAT.txt; each is tried first. */
export function foundFor(target: string): string[] {
  const folder = join(HERE, "found");
  const names = readdirSync(folder).filter((name) => name.startsWith(`${target}-`));
  return names.map((name) => readFileSync(join(folder, name), "utf8"));
}
