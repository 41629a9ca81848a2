import type { BacklogSummary } from "#contracts/schema/status";

/** done, now, question, stuck, rest; always in that order. */
export function Progress({ summary }: { readonly summary: BacklogSummary }) {
  const { done, inProgress, blocked, needsHuman = 0, total } = summary;
  const parts = [
    ["done", done],
    ["now", inProgress],
    ["human", needsHuman],
    ["stuck", blocked - needsHuman],
  ] as const;
  return (
    <span className="prog" role="img" aria-label={`${done} of ${total} done`}>
      {parts.map(([look, count]) =>
        count > 0 && total > 0 ? (
          <i key={look} className={look} style={{ width: `${(count / total) * 100}%` }} />
        ) : null,
      )}
    </span>
  );
}
