import { TOOL_NAME } from "#contracts/names";
import { useGet } from "#web/api/queries";
import { shortPath } from "#web/app/short-path";
import { lengthWords } from "#web/app/time-words";
import { Setting } from "#web/forms/sections";
import { Command } from "#web/ui/copy-button";

/** What answers this page. */
export function ServerFacts() {
  const health = useGet("GET /api/health", {}).data;
  const loops = useGet("GET /api/loops", {}).data?.loops.length;
  if (health === undefined) return null;
  return (
    <>
      <Setting label="Address">
        <span>
          <code>{location.host}</code>{" "}
          <a href="/api/docs" className="u">
            Its interface
          </a>
        </span>
      </Setting>
      <Setting label="Version">
        <span>{`${health.version}, up for ${lengthWords(health.uptime * 1000)}`}</span>
      </Setting>
      <Setting label="Root directory in use">
        <code>{shortPath(health.rootDirectory)}</code>
      </Setting>
      <Setting label="Live loops on this machine">
        <span>{loops === 0 ? "None" : loops}</span>
      </Setting>
      <Setting
        label="Stop and start again"
        help="Runs of this server end with it; their items go back to pending."
        top
      >
        <Command text={`${TOOL_NAME} server restart`} />
      </Setting>
    </>
  );
}
