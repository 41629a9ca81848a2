import { Copy, WifiOff } from "lucide-react";
import { useEffect } from "react";
import { TOOL_NAME } from "#contracts/names";
import { queryClient, refreshProject } from "#web/api/queries";
import { serverLink, tryNow } from "#web/api/server-link";
import { useStore } from "#web/app/store";
import { clockWithSeconds } from "#web/app/time-words";
import { Button } from "#web/ui/button";
import { Icon } from "#web/ui/icon";
import { announce } from "#web/ui/live";

/** Says that the server is gone and how old the page is; when it is back, everything is read again. */
export function ServerBand() {
  const link = useStore(serverLink);
  const lost = link.kind === "lost";
  useEffect(() => {
    if (!lost) return;
    return () => {
      announce("The server answers again");
      void refreshProject(queryClient, "");
    };
  }, [lost]);
  if (link.kind === "answering") return null;
  const command = `${TOOL_NAME} server start`;
  return (
    <div className="banner" role="alert">
      <Icon of={WifiOff} small />
      <span className="grow cut">
        The server does not answer. What you see is from {clockWithSeconds(link.lastAnswer)}; a run in another
        terminal goes on without it.
      </span>
      <Button
        kind="ghost"
        size="sm"
        icon={Copy}
        onClick={() => void navigator.clipboard.writeText(command).then(() => announce("Copied"))}
      >
        Copy {command}
      </Button>
      <Button size="sm" onClick={() => void tryNow()}>
        Try now
      </Button>
    </div>
  );
}
