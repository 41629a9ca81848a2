import { useEffect } from "react";
import type { LoopStateName } from "#contracts/loop-states";
import type { DerivedStatus } from "#contracts/schema/status";
import { clockCountdown } from "#web/app/time-words";

const ICONS: Readonly<Record<LoopStateName, string>> = {
  IDLE: "idle",
  RUNNING: "running",
  PAUSED: "paused",
  COMPLETE: "complete",
  PAUSED_HUMAN: "needs-human",
  LIMIT_REACHED: "limit-reached",
  ERROR: "error",
  NOT_INSTALLED: "not-installed",
  SLEEPING_LIMIT: "sleeping",
  WEEKLY_LIMIT: "weekly-limit",
  REVIEWING: "reviewing",
  PAUSED_USAGE_LIMIT: "usage-paused",
};

/** The tab's title, and the state's sign as its icon. */
export function usePageTitle(title: string, state: LoopStateName = "IDLE"): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    document.querySelector('link[rel="icon"]')?.setAttribute("href", `/icons/${ICONS[state]}.svg`);
  }, [state]);
}

/** `● 011 · 15/30 · ledger-api`: what a glance at the tab should tell. */
export function projectTitle(name: string, status: DerivedStatus | undefined, now: number): string {
  if (status === undefined) return name;
  const questions = status.backlogSummary.needsHuman ?? 0;
  const asked = questions === 1 ? "1 question" : `${questions} questions`;
  switch (status.loopState) {
    case "RUNNING":
    case "REVIEWING": {
      const round = status.iteration === null ? "" : `${status.iteration}/${status.maxIterations ?? "?"} · `;
      return `● ${status.currentItem === null ? "" : `${status.currentItem} · `}${round}${name}`;
    }
    case "SLEEPING_LIMIT":
      return `◐ ${clockCountdown(status.sleepUntil ?? null, now)} · ${name}`;
    case "ERROR":
      return `✕ ${name}`;
    case "IDLE":
    case "PAUSED":
    case "COMPLETE":
    case "PAUSED_HUMAN":
    case "LIMIT_REACHED":
    case "NOT_INSTALLED":
    case "WEEKLY_LIMIT":
    case "PAUSED_USAGE_LIMIT":
      return questions > 0 ? `${asked} · ${name}` : name;
  }
}
