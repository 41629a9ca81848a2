import { useGet } from "#web/api/queries";
import { Dialog } from "#web/ui/dialog";
import { Markdown } from "#web/ui/markdown";

interface ReadDialogProps {
  readonly id: string;
  readonly what: "log" | "progress";
  readonly onClose: () => void;
}

/** What can be read of a project whose backlog can't. */
export function ReadDialog({ id, what, onClose }: ReadDialogProps) {
  const title = what === "log" ? "The last lines of the log" : "progress.md";
  return (
    <Dialog open onClose={onClose} title={title} head={<></>} width={880}>
      <div className="rec-read scroll" tabIndex={0} role="region" aria-label={title}>
        {what === "log" ? <Log id={id} /> : <Progress id={id} />}
      </div>
    </Dialog>
  );
}

function Log({ id }: { readonly id: string }) {
  const lines = useGet("GET /api/projects/:id/log", { params: { id } }).data;
  if (lines?.length === 0) return <p className="dim">No log yet.</p>;
  return (
    <div className="log">
      {lines?.map((line, at) => (
        <div key={at}>{line}</div>
      ))}
    </div>
  );
}

function Progress({ id }: { readonly id: string }) {
  const text = useGet("GET /api/projects/:id/progress", { params: { id } }).data;
  return text === undefined ? null : <Markdown text={text} />;
}
