import { FIVE_HOURS_MS } from "#contracts/limits";
import type { LimitNotice } from "#core/agents/agent-record";
import { resetTime } from "#core/agents/reset-time";
import { saidLine } from "#core/agents/said-line";

/** `distance`: the banner doesn't say which window, so its reset time tells. */
export type BannerWindow = LimitNotice["window"] | "distance";

/** One line of an agent's table of usage limits, as it tells of them in words. */
export interface LimitBanner {
  /** Anchored: a sentence that merely speaks of limits doesn't begin with the banner's words. */
  readonly pattern: RegExp;
  /** Of the first group where a table of kinds is given. */
  readonly window: BannerWindow | Readonly<Record<string, BannerWindow>>;
}

/** The last usage banner in lines where one may stand, by an agent's own table; localZone is for reset times that name no zone. */
export function findBanner(
  lines: readonly string[],
  known: readonly LimitBanner[],
  nowMs: number,
  localZone: string = systemZone(),
): LimitNotice | null {
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const words = saidLine(lines[at] ?? "");
    for (const banner of known) {
      const found = banner.pattern.exec(words);
      const window = found === null ? undefined : windowOf(banner, found[1]);
      if (window === undefined) continue;
      // Some agents give the time in a line of its own.
      const resetsAtMs = readReset(`${words} ${saidLine(lines[at + 1] ?? "")}`, nowMs, localZone);
      return describe(words, window, resetsAtMs, nowMs);
    }
  }
  return null;
}

/** Undefined for a kind of limit that isn't one of ours ("your credit limit"). */
function windowOf(banner: LimitBanner, kind: string | undefined): BannerWindow | undefined {
  if (typeof banner.window === "string") return banner.window;
  const name = kind?.toLowerCase() ?? "usage";
  if (name === "usage") return "distance";
  return Object.hasOwn(banner.window, name) ? banner.window[name] : undefined;
}

function describe(
  words: string,
  window: BannerWindow,
  resetsAtMs: number | null,
  nowMs: number,
): LimitNotice {
  const named = window === "distance" ? windowByDistance(resetsAtMs, nowMs) : window;
  return { window: named, resetsAtMs, utilization: null, words };
}

function readReset(words: string, nowMs: number, localZone: string): number | null {
  const epoch = /(?:\||"resets_at":\s*)(\d{10})(\d{3})?/.exec(words);
  if (epoch !== null) return Number(epoch[1]) * 1000 + Number(epoch[2] ?? 0);
  const said = /\b(?:resets?|try again|retry) (.*)$/i.exec(words)?.[1];
  return said === undefined ? null : resetTime(said, nowMs, localZone);
}

/** A five-hour window opens within five hours; whatever takes longer is the other one. */
function windowByDistance(resetsAtMs: number | null, nowMs: number): LimitNotice["window"] {
  if (resetsAtMs === null) return "unknown";
  return resetsAtMs - nowMs > FIVE_HOURS_MS ? "7d" : "5h";
}

const systemZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
