import { useGet } from "#web/api/queries";
import { Empty } from "#web/ui/empty";
import { Markdown } from "#web/ui/markdown";

/** progress.md, which agents write: shown as safe Markdown. */
export function ProgressPane({ id }: { readonly id: string }) {
  const { data, error } = useGet("GET /api/projects/:id/progress", { params: { id } });
  if (data === undefined)
    return error === null ? null : <Empty title="progress.md could not be read">{error.message}</Empty>;
  if (data.trim() === "")
    return (
      <Empty title="No progress yet">
        What the agents learn about this project is kept here, and each of them reads it.
      </Empty>
    );
  return (
    <div className="scroll prose" tabIndex={0} role="region" aria-label="progress.md">
      <Markdown text={data} />
    </div>
  );
}
