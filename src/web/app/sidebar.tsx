import { Link, useParams } from "@tanstack/react-router";
import { Folders, Plus, Search, SlidersHorizontal, RotateCcw, WifiOff } from "lucide-react";
import { LOOP_STATE_LABELS } from "#contracts/loop-states";
import { TOOL_NAME } from "#contracts/names";
import { useProjectDetails, type KnownProject } from "#web/api/projects";
import { useGet } from "#web/api/queries";
import { serverLink } from "#web/api/server-link";
import { openOverlay } from "#web/app/overlays";
import { shortPath } from "#web/app/short-path";
import { useStore } from "#web/app/store";
import { Glyph, StateGlyph } from "#web/ui/glyph";
import { Icon } from "#web/ui/icon";
import { Kbd } from "#web/ui/kbd";

/** The projects, alphabetical: they never jump. */
export function Sidebar() {
  const projects = useProjectDetails();
  const root = useGet("GET /api/health", {}).data?.rootDirectory;
  return (
    <aside className="side" aria-label="Main">
      <div className="side-top">
        <span className="wordmark" aria-hidden>
          <Icon of={RotateCcw} />
        </span>
        <span className="txt strong">{TOOL_NAME}</span>
        {root !== undefined && (
          <span className="txt faint small grow cut" title={root}>
            {shortPath(root)}
          </span>
        )}
      </div>
      <nav className="nav" aria-label="Go to">
        <button type="button" title="Search and commands" onClick={() => openOverlay("palette")}>
          <Icon of={Search} />
          <span className="txt grow">Search</span>
          <Kbd>Ctrl K</Kbd>
        </button>
        <Link to="/projects" activeOptions={{ exact: true, includeSearch: false }} title="Projects">
          <Icon of={Folders} />
          <span className="txt grow">Projects</span>
        </Link>
      </nav>
      <div className="nav-h">
        <span>Projects</span>
      </div>
      <nav className="nav side-list scroll" aria-label="Projects">
        {projects.map((known) => (
          <SidebarProject key={known.project.id} {...known} />
        ))}
      </nav>
      <SidebarFoot />
    </aside>
  );
}

function SidebarProject({ project, detail }: KnownProject) {
  const current = useParams({ strict: false }).id === project.id;
  const broken = project.error !== undefined;
  const label = broken ? "Cannot be read" : detail === null ? "" : LOOP_STATE_LABELS[detail.loopState].label;
  return (
    <Link
      to="/projects/$id/backlog"
      params={{ id: project.id }}
      title={label === "" ? project.name : `${project.name}: ${label}`}
      {...(current ? { "aria-current": "page" as const } : {})}
    >
      {broken ? (
        <Glyph name="broken" color="var(--danger-solid)" label="Cannot be read" />
      ) : detail === null ? (
        <Glyph name="none" color="var(--text-3)" />
      ) : (
        <StateGlyph state={detail.loopState} />
      )}
      <span className="ab" aria-hidden>
        {initials(project.name)}
      </span>
      <span className="txt grow cut">{project.name}</span>
      {detail !== null && !broken && <SidebarCount detail={detail} />}
    </Link>
  );
}

function SidebarCount({ detail }: { readonly detail: NonNullable<KnownProject["detail"]> }) {
  const { done, total, needsHuman = 0 } = detail.backlogSummary;
  if (detail.loopState === "ERROR") return null;
  if (needsHuman > 0 && detail.loopState !== "RUNNING")
    return (
      <span className="count warning" role="img" aria-label={`${needsHuman} waiting for you`}>
        {needsHuman}
      </span>
    );
  return (
    <span className="count">
      {done}/{total}
    </span>
  );
}

function SidebarFoot() {
  const link = useStore(serverLink);
  const version = useGet("GET /api/health", {}).data?.version;
  return (
    <div className="side-foot">
      <nav className="nav" aria-label="Setup">
        <Link to="/install" title="Add a project">
          <Icon of={Plus} />
          <span className="txt grow">Add a project</span>
        </Link>
        <Link to="/settings" title="Settings">
          <Icon of={SlidersHorizontal} />
          <span className="txt grow">Settings</span>
        </Link>
      </nav>
      {link.kind === "answering" ? (
        <div className="conn" title={`Connected to ${location.host}`}>
          <span className="dot success" />
          <span className="txt grow">{location.host}</span>
          <span className="txt">{version}</span>
        </div>
      ) : (
        <div className="conn" title="The server does not answer">
          <span className="warning">
            <Icon of={WifiOff} small />
          </span>
          <span className="txt grow warning">Trying again in {link.retryIn} s</span>
        </div>
      )}
    </div>
  );
}

/** `ledger-api` → `la`; one word gives its first two letters. */
function initials(name: string): string {
  const words = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const [first = "", second] = words;
  return second === undefined ? first.slice(0, 2) : `${first.charAt(0)}${second.charAt(0)}`;
}
