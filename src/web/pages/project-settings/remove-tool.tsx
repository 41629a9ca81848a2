import { useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { sentenceOf } from "#web/forms/sentence-of";
import { Setting } from "#web/forms/sections";
import { useSend } from "#web/api/queries";
import { Button } from "#web/ui/button";
import { confirm } from "#web/ui/confirm";
import { Switch } from "#web/ui/field";
import { showFailure, showToast } from "#web/ui/toast";

/** Uninstalls, after the project's name was typed. */
export function RemoveTool({ id }: { readonly id: string }) {
  const [keepData, setKeep] = useState(true);
  const { mutateAsync, isPending } = useSend("POST /api/projects/:id/uninstall");
  const navigate = useNavigate();
  const remove = async () => {
    const kept =
      "The backlog, progress.md and the log stay in .tool, and a later installation finds them again.";
    const lost =
      "The backlog, its archive, progress.md and the log are deleted, too; commits stay in git. This cannot be undone.";
    const yes = await confirm({
      title: `Remove the tool from ${id}?`,
      text: `The marker, the agent's instructions and the marked blocks in AGENTS.md, CLAUDE.md and .gitignore are removed. ${keepData ? kept : lost}`,
      deed: keepData ? "Remove" : "Remove with all items",
      icon: Trash2,
      destroys: true,
      typed: id,
    });
    if (!yes) return;
    try {
      await mutateAsync({ params: { id }, body: { keepData } });
      showToast({
        title: `The tool is removed from ${id}`,
        detail: keepData ? "Its backlog stays in .tool" : undefined,
      });
      await navigate({ to: "/projects" });
    } catch (error) {
      showFailure(`${id}: not removed`, sentenceOf(error));
    }
  };
  return (
    <>
      <Setting label="Keep the backlog, progress and log">
        <span className="beside">
          <Switch label="Keep the backlog, progress and log" hideLabel on={keepData} onChange={setKeep} />
          <span className="help">
            {keepData ? "On: a later installation finds them again" : "Off: they are deleted with the rest"}
          </span>
        </span>
      </Setting>
      <Setting label="Remove the tool" help="No run may be going">
        <span>
          <Button
            kind="danger"
            icon={Trash2}
            disabled={isPending && "Under way"}
            onClick={() => void remove()}
          >
            Remove the tool
          </Button>
        </span>
      </Setting>
    </>
  );
}
