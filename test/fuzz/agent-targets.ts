import { expect } from "vitest";
import { ToolError } from "#contracts/error";
import { AGENTS } from "#core/agents/agent-catalog";
import { findBanner } from "#core/agents/limit-banners";
import { readReviewPayload } from "#core/agents/review-payload";
import { realFile } from "./corpus.ts";
import { expectPlan } from "./text-targets.ts";
import type { Draw } from "./mutate.ts";
import type { Target } from "./target.ts";

/** What stands in a configuration about an agent, and what one says besides its dialect. */

const NOW = Date.UTC(2026, 10, 20, 22, 0, 0);
const ZONES = ["Europe/Berlin", "America/New_York", "Pacific/Apia", "UTC"];

const CONFIGS = [
  '{"binary":"/opt/agent","extraArgs":["--fast"],"env":{"A":"b"},"sandbox":"workspace-write"}',
  '{"binary":"agent","args":["-p","{{promptFile}}"],"promptDelivery":"file","nonInteractive":["--yes"],"modelFlag":"--model","env":{"A":"b"},"displayName":"My agent","outputFormat":"codex-jsonl"}',
  '{"binary":"agent","args":[],"promptDelivery":"arg","outputFormat":"claude-stream-json"}',
  "{}",
];

function configure(text: string, draw: Draw): void {
  let config: Record<string, unknown>;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    config = value as Record<string, unknown>;
  } catch {
    return;
  }
  for (const preset of AGENTS) {
    try {
      const model = draw(2) === 0 ? null : "some-model";
      const call = preset.invocation({ model, config, prompt: "Do it.", promptFile: "/tmp/p.md" });
      preset.dialect(config).read("stdout", "hello", false);
      const words = [call.binary, ...call.args, ...Object.values(call.env)];
      expect(words.every((word) => typeof word === "string" && !word.includes("\0"))).toBe(true);
    } catch (error) {
      if (!(error instanceof ToolError) || error.code !== "VALIDATION_ERROR") throw error;
    }
  }
}

function hearBanners(text: string, draw: Draw): void {
  const preset = AGENTS[draw(AGENTS.length)]!;
  for (const line of text.split("\n")) {
    const notice = findBanner([line], preset.limits, NOW, ZONES[draw(ZONES.length)]);
    if (notice !== null) expectPlan(notice, preset.id);
  }
}

function readReview(text: string): void {
  const read = readReviewPayload(text);
  if ("fault" in read) return expect(read.fault).not.toBe("");
  for (const { title, priority } of read.payload.items) {
    expect(title.trim()).not.toBe("");
    expect([1, 2, 3, 4]).toContain(priority);
  }
}

const payload = /TOOL_REVIEW:(.*)/.exec(realFile("review.txt"))?.[1] ?? "";

export const agentTargets: readonly Target[] = [
  { name: "agent-config", corpus: CONFIGS, attempt: configure },
  { name: "limit-banners", corpus: [realFile("banners.txt")], attempt: hearBanners },
  { name: "review-payload", corpus: [payload], attempt: readReview },
];
