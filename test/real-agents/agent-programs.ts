import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

interface Program {
  readonly command: string;
  readonly package: string;
  readonly version: string;
}

const programs = JSON.parse(
  readFileSync(new URL("programs.json", import.meta.url), "utf8"),
) as readonly Program[];

const programOf = (command: string): Program | undefined => programs.find((one) => one.command === command);

/** The PATH of a run: the program as `npm run test:agents` installed it first, or its stand-in where npm doesn't serve it. */
export function searchPath(command: string): string {
  const program = programOf(command);
  const own =
    program === undefined
      ? join(import.meta.dirname, "../agents/bin")
      : join(agentsCache(), `${program.package}@${program.version}`, "node_modules/.bin");
  return [own, dirname(process.execPath), process.env["PATH"]].join(delimiter);
}

/** Null for a stand-in. */
export const versionOf = (command: string): string | null => programOf(command)?.version ?? null;

/** Where the programs lie. */
export function agentsCache(): string {
  const cache = process.env["AGENTS_CACHE"];
  if (cache === undefined) throw new Error("npm run test:agents installs the programs and names their cache");
  return cache;
}
