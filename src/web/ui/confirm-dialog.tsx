import { useState } from "react";
import { useShortcuts } from "#web/app/shortcuts";
import { Button } from "#web/ui/button";
import type { Asked } from "#web/ui/confirm";
import { Dialog } from "#web/ui/dialog";
import { TextField } from "#web/ui/field";

/** The focus is on the safest useful control. */
export function ConfirmDialog({ question, answer }: Asked) {
  const { title, text, deed, icon, leave = "Cancel", destroys = false, typed } = question;
  const [name, setName] = useState("");
  const refused = typed !== undefined && name !== typed && `Type ${typed} first`;
  useShortcuts("Editing", { save: () => (destroys || refused !== false ? false : answer(true)) });
  const foot = (
    <>
      <Button kind="ghost" autoFocus={typed === undefined && destroys} onClick={() => answer(false)}>
        {leave}
      </Button>
      <Button
        kind={destroys ? "solid-danger" : "primary"}
        autoFocus={typed === undefined && !destroys}
        {...(icon === undefined ? {} : { icon })}
        disabled={refused}
        onClick={() => answer(true)}
      >
        {deed}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={() => answer(false)} foot={foot}>
      <div className="dim">{text}</div>
      {typed !== undefined && (
        <TextField label={`Type ${typed} to go on`} value={name} onChange={setName} autoFocus />
      )}
    </Dialog>
  );
}
