import type { AgentId } from "#contracts/agent-ids";
import { FIVE_HOURS_MS } from "#contracts/limits";
import type { LimitNotice } from "#core/agents/agent-record";
import { resetTime } from "#core/agents/reset-time";
import { foldLine } from "#core/text/fold-line";

/** `distance`: the banner doesn't say which window, so its reset time tells. */
type Window = LimitNotice["window"] | "distance";

interface Banner {
  /** Anchored: a sentence that merely speaks of limits doesn't begin with the banner's words. */
  readonly pattern: RegExp;
  /** Of the first group where a table of kinds is given. */
  readonly window: Window | Readonly<Record<string, Window>>;
}

const CLAUDE_KINDS: Readonly<Record<string, Window>> = {
  session: "5h",
  "5-hour": "5h",
  weekly: "7d",
  opus: "7d",
  sonnet: "7d",
  "opus weekly": "7d",
  "sonnet weekly": "7d",
};

const CLAUDE: readonly Banner[] = [
  {
    pattern: /^You've (?:hit|reached) your (?:([\w-]+(?: weekly)?) )?limit(?: [·∙].*)?$/,
    window: CLAUDE_KINDS,
  },
  { pattern: /^([\w-]+(?: weekly)?) limit reached [·∙] resets .*$/i, window: CLAUDE_KINDS },
  { pattern: /^Claude AI usage limit reached\|\d{10,13}\b/, window: "distance" },
  { pattern: /^You're out of extra usage [·∙].*$/, window: "distance" },
  { pattern: /^API Error: Request rejected \(429\)/, window: "minute" },
  {
    pattern: /^API Error: Server is temporarily limiting requests \(not your usage limit\)/,
    window: "minute",
  },
];

const CODEX: readonly Banner[] = [
  { pattern: /^You've hit your usage limit(?: for [^.]*(?:\.\d[^.]*)*)?\.(?: .*)?$/, window: "distance" },
  { pattern: /^exceeded retry limit, last status: 429\b/, window: "minute" },
];

const GEMINI: readonly Banner[] = [
  { pattern: /^You have exhausted your daily quota on this model\b/, window: "unknown" },
  { pattern: /^Resource has been exhausted \(e\.g\. check quota\)/, window: "minute" },
];

const COPILOT: readonly Banner[] = [
  {
    pattern: /^Failed to get response from the AI model; retried \d+ times.*Last error: 429\b/,
    window: "unknown",
  },
];

const PI: readonly Banner[] = [
  { pattern: /^429 The usage limit has been reached\b/, window: "unknown" },
  { pattern: /^Codex error: \{.*"usage_limit_reached"/, window: "distance" },
  { pattern: /^429 Rate limit reached\b/, window: "minute" },
];

/** Agents that are no preset of ours, yet run by way of a configured binary. */
const OTHERS: readonly Banner[] = [
  { pattern: /^The usage limit has been reached\.?$/, window: "unknown" },
  { pattern: /\berror\.error="AI_APICallError: The usage limit has been reached/, window: "unknown" },
  { pattern: /\berror\.error="AI_APICallError: Rate limit reached/, window: "minute" },
];

/** Nobody knows what a configured binary runs: any banner may be its own. */
const ALL: readonly Banner[] = [...CLAUDE, ...CODEX, ...GEMINI, ...COPILOT, ...PI, ...OTHERS];

const BANNERS: Readonly<Record<AgentId | "all", readonly Banner[]>> = {
  "claude-cli": CLAUDE,
  codex: CODEX,
  gemini: GEMINI,
  copilot: COPILOT,
  cursor: [],
  pi: PI,
  "generic-cli": ALL,
  all: ALL,
};

/** What agents put before their own message. */
const LEAD = /^(?:[■⚠✗●]\uFE0F? ?)?(?:\w*Error: |\[API Error: )?/i;

/** The last usage banner in lines where one may stand, by the agent's own table; localZone is for reset times that name no zone. */
export function findBanner(
  lines: readonly string[],
  agentId: AgentId | "all",
  nowMs: number,
  localZone: string = systemZone(),
): LimitNotice | null {
  for (const line of lines.toReversed()) {
    const words = foldLine(line)
      .replaceAll("’", "'")
      .replaceAll(/[\u00a0\u202f]/g, " ")
      .replace(LEAD, "");
    for (const banner of BANNERS[agentId]) {
      const found = banner.pattern.exec(words);
      const window = found === null ? undefined : windowOf(banner, found[1]);
      if (window !== undefined) return describe(words, window, nowMs, localZone);
    }
  }
  return null;
}

/** Undefined for a kind of limit that isn't one of ours ("your credit limit"). */
function windowOf(banner: Banner, kind: string | undefined): Window | undefined {
  if (typeof banner.window === "string") return banner.window;
  const name = kind?.toLowerCase() ?? "usage";
  if (name === "usage") return "distance";
  return Object.hasOwn(banner.window, name) ? banner.window[name] : undefined;
}

function describe(words: string, window: Window, nowMs: number, localZone: string): LimitNotice {
  const resetsAtMs = window === "minute" ? null : readReset(words, nowMs, localZone);
  return {
    window: window === "distance" ? windowByDistance(resetsAtMs, nowMs) : window,
    resetsAtMs,
    utilization: null,
    words,
  };
}

function readReset(words: string, nowMs: number, localZone: string): number | null {
  const epoch = /(?:\||"resets_at":\s*)(\d{10})(\d{3})?/.exec(words);
  if (epoch !== null) return Number(epoch[1]) * 1000 + Number(epoch[2] ?? 0);
  const said = /(?:resets|try again) (.*)$/i.exec(words)?.[1];
  return said === undefined ? null : resetTime(said, nowMs, localZone);
}

/** A five-hour window opens within five hours; whatever takes longer is the other one. */
function windowByDistance(resetsAtMs: number | null, nowMs: number): LimitNotice["window"] {
  if (resetsAtMs === null) return "unknown";
  return resetsAtMs - nowMs > FIVE_HOURS_MS ? "7d" : "5h";
}

const systemZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
