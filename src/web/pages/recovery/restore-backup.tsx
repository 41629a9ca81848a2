import { RotateCcw } from "lucide-react";
import { call } from "#web/api/client";
import { queryClient, refreshProject, useGet, useSend } from "#web/api/queries";
import { clockTime, dayAndTime, lengthWords } from "#web/app/time-words";
import { sentenceOf } from "#web/forms/sentence-of";
import { Button } from "#web/ui/button";
import { confirm } from "#web/ui/confirm";
import { showFailure, showToast } from "#web/ui/toast";

interface RestoreBackupProps {
  readonly id: string;
  /** Relative to the project. */
  readonly file: string;
  /** Of the file that can't be read. */
  readonly changedAt: string | null;
}

/** The copy that the last write left: its facts, and the deed. */
export function RestoreBackup({ id, file, changedAt }: RestoreBackupProps) {
  const backup = useGet("GET /api/projects/:id/backlog/backup", { params: { id } }).data;
  const { mutateAsync, isPending } = useSend("POST /api/projects/:id/backlog/restore");
  if (backup === undefined) return null;
  const { exists, modifiedAt, items, valid } = backup;
  if (!exists || modifiedAt === null)
    return (
      <div className="opt">
        <h3>There is no backup</h3>
        <p className="dim">The first change of the backlog makes one.</p>
      </div>
    );
  const count = items === 1 ? "1 item" : `${items ?? 0} items`;
  const restore = async () => {
    const yes = await confirm({
      title: `Restore the backup of ${dayAndTime(modifiedAt)}?`,
      text: `${file} becomes the copy with ${count}. What is in it now is kept as ${file}.bak, until the next change.`,
      deed: `Restore ${count}`,
      icon: RotateCcw,
    });
    if (!yes) return;
    try {
      await mutateAsync({ params: { id } });
      await refreshProject(queryClient, id);
      showToast({ title: `${count} restored`, detail: await findingsWords(id) });
    } catch (error) {
      showFailure("The backup was not restored", sentenceOf(error));
    }
  };
  return (
    <div className="opt">
      <h3>Restore the backup</h3>
      <p className="dim">Replaces the broken file by the one written before the last save.</p>
      <dl className="kv">
        <dt>Written</dt>
        <dd>{written(modifiedAt, changedAt)}</dd>
        <dt>Holds</dt>
        <dd>{items === null ? "Nothing that can be read" : count}</dd>
        <dt>Valid</dt>
        <dd>{valid ? "Yes" : "No, it is broken, too"}</dd>
        <dt>Not in it</dt>
        <dd>{`Whatever was edited after ${clockTime(modifiedAt)}`}</dd>
      </dl>
      <div className="deed">
        <Button
          kind="primary"
          icon={RotateCcw}
          disabled={valid ? isPending && "Under way" : "The backup can't be read either"}
          onClick={() => void restore()}
        >
          Restore the backup
        </Button>
      </div>
    </div>
  );
}

/** What a validation says of the restored file. */
async function findingsWords(id: string): Promise<string> {
  const { findings } = await call("GET /api/projects/:id/backlog/validate", { params: { id } });
  return findings.length === 0 ? "Checked: no findings" : `Checked: ${findings[0]?.message ?? ""}`;
}

/** `20 Nov 23:58, 16 min before the change`. */
function written(time: string, changedAt: string | null): string {
  const before = changedAt === null ? 0 : Date.parse(changedAt) - Date.parse(time);
  return `${dayAndTime(time)}${before >= 1000 ? `, ${lengthWords(before)} before the change` : ""}`;
}
