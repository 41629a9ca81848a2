import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { onTestFinished } from "vitest";
import type { AgentId } from "#contracts/agent-ids";
import { scratch } from "../e2e/harness.ts";
import { agentPath } from "../agents/start-agent.ts";
import { shortenTranscript } from "./shorten-transcript.ts";

export interface SessionNames {
  readonly agent: string;
  readonly provider: AgentId;
  /** How the program's output is read, where the preset leaves it open. */
  readonly outputFormat: unknown;
  /** Null for a stand-in. */
  readonly version: string | null;
  /** One for each session, in their order; those beyond aren't kept. */
  readonly scenarios: readonly string[];
  /** What the scenario's limit resets at, in seconds. */
  readonly resetsAt: number | null;
  /** What differs from run to run, and what is written instead. */
  readonly paths: Readonly<Record<string, string>>;
}

/** With RECORD_TRANSCRIPTS=<folder>, puts a recorder ahead of the program and writes its sessions there when the test is over. */
export function recordSessions(command: string, path: string, names: SessionNames): string {
  const folder = process.env["RECORD_TRANSCRIPTS"];
  if (folder === undefined) return path;
  const program = path
    .split(delimiter)
    .map((one) => join(one, command))
    .find((file) => existsSync(file));
  const raw = scratch("sessions");
  const bin = scratch("bin");
  const recorder = agentPath("records-transcript.mjs");
  writeFileSync(
    join(bin, command),
    `#!/bin/sh\nexec '${process.execPath}' '${recorder}' '${raw}' '${program}' "$@"\n`,
  );
  chmodSync(join(bin, command), 0o755);
  const recordedAt = new Date().toISOString();
  onTestFinished(() => {
    for (const session of readdirSync(raw)) {
      const scenario = names.scenarios[Number(session)];
      if (scenario !== undefined)
        keep(join(raw, session), join(folder, names.agent), scenario, recordedAt, names);
    }
  });
  return [bin, path].join(delimiter);
}

function keep(raw: string, folder: string, scenario: string, recordedAt: string, names: SessionNames): void {
  const read = (file: string): string =>
    existsSync(join(raw, file)) ? readFileSync(join(raw, file), "utf8") : "";
  const end = JSON.parse(read("end.json") || "{}") as Record<string, unknown>;
  const prompt = read("stdin");
  mkdirSync(folder, { recursive: true });
  for (const stream of ["stdout", "stderr"] as const) {
    writeFileSync(
      join(folder, `${scenario}.${stream}`),
      shortenTranscript(read(stream), prompt, names.paths),
    );
  }
  const about = {
    agent: names.agent,
    provider: names.provider,
    ...(names.outputFormat === undefined ? {} : { outputFormat: names.outputFormat }),
    version: names.version,
    recordedAt,
    ...(names.resetsAt === null ? {} : { resetsAt: new Date(names.resetsAt * 1000).toISOString() }),
    exitCode: end["exitCode"] ?? null,
    signal: end["signal"] ?? null,
  };
  writeFileSync(join(folder, `${scenario}.json`), `${JSON.stringify(about, null, 2)}\n`);
}
