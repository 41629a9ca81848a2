import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { call } from "#web/api/client";
import { queryClient, refreshProject } from "#web/api/queries";
import { tellRefused } from "#web/pages/status/deeds";
import { counted } from "#web/ui/words";
import type { RunView } from "#web/pages/status/use-run";
import { Button } from "#web/ui/button";
import { Dialog } from "#web/ui/dialog";
import { Check, TextField } from "#web/ui/field";
import { showToast } from "#web/ui/toast";

/** Mends what a run left; on demand it empties the backlog, too. */
export function ResetDialog({ view, onClose }: { readonly view: RunView; readonly onClose: () => void }) {
  const { id, detail, items } = view;
  const [clear, setClear] = useState(false);
  const [keep, setKeep] = useState({ keepProgress: false, keepLog: false });
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const open = items.filter((item) => item.status !== "done").length;
  const refused = busy ? "It is being reset" : clear && typed !== detail.name && `Type ${detail.name} first`;
  const reset = async () => {
    setBusy(true);
    try {
      const body = clear ? { clearBacklog: true, ...keep } : {};
      const { resetCount } = await call("POST /api/projects/:id/reset", { params: { id }, body });
      showToast({ title: clear ? "The backlog is empty" : mendedWords(resetCount), icon: RotateCcw });
    } catch (error) {
      await tellRefused(view, error, "Nothing was reset");
    }
    onClose();
    await refreshProject(queryClient, id);
  };
  const foot = (
    <>
      <Button kind="ghost" autoFocus onClick={onClose}>
        Cancel
      </Button>
      <Button
        kind={clear ? "solid-danger" : "primary"}
        icon={RotateCcw}
        disabled={refused}
        onClick={() => void reset()}
      >
        {clear ? `Remove ${counted(open, "open item")}` : "Reset"}
      </Button>
    </>
  );
  return (
    <Dialog open title={`Reset the loop in ${detail.name}?`} onClose={onClose} foot={foot}>
      <p className="dim">
        What an interrupted run left is mended: items in progress and given up ones are pending again, a
        finished commit makes its item done, and the state is idle. Blocked items stay blocked, files stay as
        they are.
      </p>
      <Check label="Empty the backlog, too" on={clear} onChange={setClear} />
      {clear && (
        <>
          <p className="dim">
            {counted(open, "open item")} {open === 1 ? "is" : "are"} removed, done ones go to the archive.
            backlog.json.bak holds the last state. progress.md and the log are archived.
          </p>
          <KeepChecks keep={keep} onChange={setKeep} />
          <TextField label={`Type ${detail.name} to go on`} value={typed} onChange={setTyped} />
        </>
      )}
    </Dialog>
  );
}

interface Keep {
  readonly keepProgress: boolean;
  readonly keepLog: boolean;
}

function KeepChecks({ keep, onChange }: { readonly keep: Keep; readonly onChange: (keep: Keep) => void }) {
  return (
    <>
      <Check
        label="Keep progress.md"
        on={keep.keepProgress}
        onChange={(keepProgress) => onChange({ ...keep, keepProgress })}
      />
      <Check label="Keep the log" on={keep.keepLog} onChange={(keepLog) => onChange({ ...keep, keepLog })} />
    </>
  );
}

function mendedWords(count: number): string {
  return count === 0 ? "Reset, nothing had to be mended" : `${counted(count, "item")} pending again`;
}
