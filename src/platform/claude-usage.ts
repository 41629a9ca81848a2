import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { UsageReading, UsageWindow } from "#engine/ports";

const TIMEOUT_MS = 5000;
const DEFAULT_BASE = "https://api.anthropic.com";

/** What the subscription of Claude Code says of its windows, by its own credentials; null without them, and whenever asking fails. Nothing is sent but the question. */
export async function readClaudeUsage(
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<UsageReading | null> {
  const token = env["CLAUDE_CODE_OAUTH_TOKEN"] ?? storedToken(home);
  if (token === null) return null;
  try {
    const response = await fetch(`${env["ANTHROPIC_BASE_URL"] ?? DEFAULT_BASE}/api/oauth/usage`, {
      headers: { authorization: `Bearer ${token}`, "anthropic-beta": "oauth-2025-04-20" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok ? readingOf(await response.json()) : null;
  } catch {
    return null;
  }
}

function storedToken(home: string): string | null {
  try {
    const stored: unknown = JSON.parse(readFileSync(join(home, ".claude/.credentials.json"), "utf8"));
    const token = field(field(stored, "claudeAiOauth"), "accessToken");
    return typeof token === "string" && token !== "" ? token : null;
  } catch {
    return null;
  }
}

const readingOf = (answer: unknown): UsageReading => ({
  fiveHour: windowOf(field(answer, "five_hour")),
  sevenDay: windowOf(field(answer, "seven_day")),
});

function windowOf(value: unknown): UsageWindow | null {
  const utilization = field(value, "utilization");
  if (typeof utilization !== "number") return null;
  const resetsAt = field(value, "resets_at");
  const resetsAtMs = typeof resetsAt === "string" ? Date.parse(resetsAt) : Number.NaN;
  return { utilization, resetsAtMs: Number.isNaN(resetsAtMs) ? null : resetsAtMs };
}

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
