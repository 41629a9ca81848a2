import { Link, useParams } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { lazy, Suspense, type ReactNode } from "react";
import type { ApiError } from "#web/api/client";
import { useProjects } from "#web/api/projects";
import { useGet } from "#web/api/queries";
import { useProjectStream } from "#web/api/use-stream";
import { projectTitle, usePageTitle } from "#web/app/page-title";
import { useNow } from "#web/app/time-words";
import { closestWord } from "#core/text/closest-word";
import { Badge, StateBadge } from "#web/ui/badge";
import { Empty } from "#web/ui/empty";
import { SkeletonRows } from "#web/ui/skeleton";

const TITLE_EVERY_MS = 10_000;
const MALFORMED = 422;

const RecoveryPage = lazy(async () => ({
  default: (await import("#web/pages/recovery/recovery-page")).RecoveryPage,
}));

interface ProjectPageProps {
  /** Beside the state badge, as "15 of 30". */
  readonly aside?: ReactNode;
  /** The overflow menu, then the buttons; the primary one last. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Header with tabs, state and actions, around a project's page; a project that is malformed, unknown or not installed gets its own page instead. */
export function ProjectPage({ aside, actions, children }: ProjectPageProps) {
  const { id = "" } = useParams({ strict: false });
  const detail = useGet("GET /api/projects/:id", { params: { id } });
  const status = useGet(
    "GET /api/projects/:id/status",
    { params: { id } },
    { refetchIntervalInBackground: true },
  );
  const listed = useProjects().data?.find((project) => project.id === id);
  const broken = detail.error?.status === MALFORMED || (detail.data ?? listed)?.error !== undefined;
  const name = detail.data?.name ?? listed?.name ?? id;
  const state = status.data?.loopState ?? detail.data?.loopState;
  const usable = detail.data !== undefined && !broken && state !== "NOT_INSTALLED";
  useProjectStream(usable ? id : null);
  const now = useNow(TITLE_EVERY_MS);
  usePageTitle(broken ? `✕ ${name}` : projectTitle(name, status.data, now), broken ? "ERROR" : state);
  return (
    <>
      <header className="bar">
        <h1>{name}</h1>
        <ProjectTabs id={id} count={broken ? undefined : detail.data?.backlogSummary.total} />
        <span className="grow" />
        {broken && (
          <Badge tone="danger" glyph="broken">
            Cannot be read
          </Badge>
        )}
        {!broken && state !== undefined && <StateBadge state={state} />}
        {usable && aside}
        {usable && actions !== undefined && <span className="sep" />}
        {usable && actions}
      </header>
      {broken ? (
        <Suspense fallback={<SkeletonRows />}>
          <RecoveryPage id={id} />
        </Suspense>
      ) : usable ? (
        children
      ) : state === "NOT_INSTALLED" ? (
        <NotInstalled id={id} />
      ) : detail.error === null ? (
        <SkeletonRows />
      ) : (
        <ProjectTrouble id={id} error={detail.error} />
      )}
    </>
  );
}

function ProjectTabs({ id, count }: { readonly id: string; readonly count: number | undefined }) {
  return (
    <nav className="tabs" aria-label="Project">
      <Link to="/projects/$id/backlog" params={{ id }} activeOptions={{ includeSearch: false }}>
        Backlog {count !== undefined && <span className="count">{count}</span>}
      </Link>
      <Link to="/projects/$id/status" params={{ id }}>
        Status
      </Link>
      <Link to="/projects/$id/settings" params={{ id }}>
        Settings
      </Link>
    </nav>
  );
}

function NotInstalled({ id }: { readonly id: string }) {
  const install = (
    <Link to="/install" search={{ project: id }} className="btn primary">
      <Download className="i" aria-hidden />
      Install
    </Link>
  );
  return (
    <Empty title={`${id} has no backlog`} actions={install}>
      Installing adds a .tool folder, a block in AGENTS.md and CLAUDE.md, and ignore lines. You see every file
      first.
    </Empty>
  );
}

function ProjectTrouble({ id, error }: { readonly id: string; readonly error: ApiError }) {
  const projects = useProjects().data ?? [];
  const near = closestWord(
    id,
    projects.map((project) => project.id),
  );
  const actions = (
    <>
      {near !== null && (
        <Link to="/projects/$id/backlog" params={{ id: near }} className="btn primary">
          Open {near}
        </Link>
      )}
      <Link to="/projects" className={near === null ? "btn primary" : "btn ghost"}>
        All projects
      </Link>
    </>
  );
  return error.status === 404 || error.code === "INVALID_ID" ? (
    <Empty title={`There is no project “${id}”`} actions={actions}>
      {near === null ? "The root directory has no folder of this name." : `Did you mean ${near}?`}
    </Empty>
  ) : (
    <Empty title={`${id} could not be read`} actions={actions}>
      {error.message}
    </Empty>
  );
}
