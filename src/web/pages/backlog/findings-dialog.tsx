import { useNavigate } from "@tanstack/react-router";
import { useGetNow } from "#web/api/queries";
import { createStore, useStore } from "#web/app/store";
import { visibleText } from "#core/text/visible-text";
import { counted } from "#web/ui/words";
import { Button } from "#web/ui/button";
import { Dialog } from "#web/ui/dialog";
import { Notice } from "#web/ui/notice";

/** The project whose findings are shown; null: none. */
export const openFindings = createStore<string | null>(null);

const SHOWN = 100;

/** What a look at the whole backlog finds, each with a way to its item. */
export function FindingsDialog({ id }: { readonly id: string }) {
  const open = useStore(openFindings) === id;
  if (!open) return null;
  return <Findings id={id} />;
}

function Findings({ id }: { readonly id: string }) {
  const navigate = useNavigate();
  const report = useGetNow("GET /api/projects/:id/backlog/validate", { params: { id } }).data;
  const close = () => openFindings.set(null);
  const findings = report?.findings ?? [];
  const title =
    report === undefined
      ? "Checking backlog.json"
      : findings.length === 0
        ? "backlog.json is valid"
        : `backlog.json ${report.valid ? "is valid" : "is not valid"}, ${counted(findings.length, "finding")}`;
  return (
    <Dialog
      open
      title={title}
      width={600}
      onClose={close}
      foot={
        <Button kind="primary" autoFocus onClick={close}>
          Close
        </Button>
      }
    >
      {report !== undefined && findings.length === 0 && (
        <p className="dim">
          Every item can be read, no item waits for itself, and every reference leads somewhere.
        </p>
      )}
      {findings.slice(0, SHOWN).map(({ severity, message, itemId }, at) => (
        <Notice
          key={`${at} ${message}`}
          tone={severity === "error" ? "danger" : "warning"}
          actions={
            itemId === undefined ? null : (
              <Button
                size="sm"
                aria-label={`Open ${itemId}`}
                onClick={() => {
                  close();
                  void navigate({ to: "/projects/$id/backlog", params: { id }, search: { item: itemId } });
                }}
              >
                Open
              </Button>
            )
          }
        >
          <span className="any">{visibleText(message)}</span>
        </Notice>
      ))}
      {findings.length > SHOWN && <p className="faint small">and {findings.length - SHOWN} more</p>}
    </Dialog>
  );
}
