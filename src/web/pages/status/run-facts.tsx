import { useMemo } from "react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { selectItem } from "#core/backlog/select-item";
import { waitingFor } from "#core/backlog/waiting-for";
import { useNow } from "#web/app/time-words";
import { tokenWords, watchedLength } from "#web/pages/status/figures";
import type { RunView } from "#web/pages/status/use-run";
import { FactsStrip, type Fact } from "#web/ui/facts-strip";

/** The run in seven figures. */
export function RunFacts({ view }: { readonly view: RunView }) {
  const { run, status, live, items, archived } = view;
  const { blocked, needsHuman = 0, pending, inProgress } = status.backlogSummary;
  const ready = useMemo(() => startable(items, archived), [items, archived]);
  const next = useMemo(() => nextItem(items, archived), [items, archived]);
  const done = run.rows.filter(({ attempts }) => attempts.some(({ outcome }) => outcome === "done")).length;
  const facts: readonly Fact[] = [
    {
      label: "Iteration",
      value: status.iteration ?? run.iteration,
      context: `of ${status.maxIterations ?? run.maxIterations}`,
    },
    { label: live ? "Running for" : "Ran for", value: <RanFor view={view} /> },
    { label: "Done", value: done, context: "this run", ...(done > 0 && { tone: "success" }) },
    {
      label: "Stuck",
      value: blocked,
      ...(blocked > 0 && { tone: "warning" }),
      context: needsHuman === 0 ? undefined : needsHuman === 1 ? "1 needs you" : `${needsHuman} need you`,
    },
    { label: "Left", value: pending + inProgress, context: `${ready} can start` },
    {
      label: "Tokens",
      value: tokenWords(run.inputTokens),
      context: `in, ${tokenWords(run.outputTokens)} out`,
    },
    ...(next === null ? [] : [next]),
  ];
  return <FactsStrip facts={facts} />;
}

function RanFor({ view: { run, status, live } }: { readonly view: RunView }) {
  const now = useNow();
  const started = status.startedAt === null ? run.startedMs : Date.parse(status.startedAt);
  return watchedLength(live && started !== null ? now - started : (status.elapsed ?? 0) * 1000);
}

function startable(items: RunView["items"], archived: RunView["archived"]): number {
  const waits = waitingFor(items, archived);
  return items.filter((item) => item.status === "pending" && waits(item) === null).length;
}

/** Which item follows: the one when the current one gets done, or the other when it doesn't. */
function nextItem(items: RunView["items"], archived: RunView["archived"]): Fact | null {
  const settled = (status: BacklogItem["status"]) =>
    items.map((item) => (item.status === "in_progress" ? { ...item, status } : item));
  const after = selectItem(settled("done"), archived)?.id;
  const otherwise = selectItem(settled("blocked"), archived)?.id;
  if (after === undefined) return null;
  const differs = otherwise !== undefined && otherwise !== after;
  return { label: "Next", value: after, context: differs ? `or ${otherwise}` : undefined };
}
