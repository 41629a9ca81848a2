import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowUpDown, Download, Plus, RefreshCw } from "lucide-react";
import { useState } from "react";
import { isLive, useProjectDetails, useProjects } from "#web/api/projects";
import { queryClient, refreshProject, useGet } from "#web/api/queries";
import { serverLink } from "#web/api/server-link";
import { useLaidOut } from "#web/api/use-laid-out";
import { useLiveProjects } from "#web/api/use-stream";
import { usePageTitle } from "#web/app/page-title";
import { shortPath } from "#web/app/short-path";
import { useShortcuts } from "#web/app/shortcuts";
import { useStore } from "#web/app/store";
import { agoWords, useNow } from "#web/app/time-words";
import { NoProjects } from "#web/pages/projects/no-projects";
import { groupOf, PROJECT_ORDERS, type ProjectOrder } from "#web/pages/projects/group-projects";
import { useGlances } from "#web/pages/projects/project-glance";
import { ProjectList, type Show } from "#web/pages/projects/project-list";
import { IconButton } from "#web/ui/button";
import { FilterBox } from "#web/ui/filter-box";
import { Icon } from "#web/ui/icon";
import { Kbd } from "#web/ui/kbd";
import { Menu } from "#web/ui/menu";
import { Notice } from "#web/ui/notice";
import { SkeletonRows } from "#web/ui/skeleton";
import { Segments } from "#web/ui/tabs";
import "./projects.css";

/** Each stream takes one of the six connections that a browser has for a server. */
const STREAMS = 2;

/** The page for the first coffee: sorted by need. */
export function ProjectsPage() {
  const listed = useProjects();
  const known = useProjectDetails();
  const seen = useGlances(known);
  const laidOut = useLaidOut(
    listed.isLoading || known.some(({ waiting }) => waiting) || seen.some(({ glance }) => glance.waiting),
  );
  const [text, setText] = useState("");
  const [show, setShow] = useState<Show>("all");
  const [order, setOrder] = useState<ProjectOrder>("activity");
  const needing = seen.filter((one) => groupOf(one) === "needs").length;
  const running = seen.filter((one) => isLive(one.detail.loopState));
  const broken = (listed.data ?? []).filter((project) => project.error !== undefined);
  usePageTitle(
    needing > 0 ? `${needing} need you · Projects` : "Projects",
    needing > 0 ? "PAUSED_HUMAN" : "IDLE",
  );
  useLiveProjects(running.slice(0, STREAMS).map(({ project }) => project.id));
  const counts: readonly { readonly value: Show; readonly label: string; readonly count: number }[] = [
    { value: "all", label: "All", count: seen.length + broken.length },
    { value: "needs", label: "Needs you", count: needing },
    { value: "running", label: "Running", count: running.length },
    { value: "broken", label: "Cannot be read", count: broken.length },
  ];
  return (
    <>
      <ProjectsHeader count={seen.length + broken.length} readAt={listed.dataUpdatedAt} />
      <div className="tools">
        <FilterBox label="Filter projects" value={text} onChange={setText} />
        <Segments label="Show" value={show} options={counts} onChange={setShow} />
        <span className="grow" />
        <Menu
          kind="ghost"
          icon={ArrowUpDown}
          entries={(Object.keys(PROJECT_ORDERS) as ProjectOrder[]).map((one) => ({
            label: PROJECT_ORDERS[one],
            chosen: one === order,
            onSelect: () => setOrder(one),
          }))}
        >
          {PROJECT_ORDERS[order]}
        </Menu>
      </div>
      {listed.error !== null && listed.error.status > 0 ? (
        <div className="pad">
          <Notice tone="danger">{listed.error.message}</Notice>
        </div>
      ) : listed.data === undefined || !laidOut ? (
        <SkeletonRows />
      ) : listed.data.every((project) => project.marker === null && project.error === undefined) ? (
        <NoProjects folders={listed.data} />
      ) : (
        <ProjectList all={listed.data} seen={seen} text={text} show={show} order={order} />
      )}
    </>
  );
}

function ProjectsHeader({ count, readAt }: { readonly count: number; readonly readAt: number }) {
  const navigate = useNavigate();
  const root = useGet("GET /api/health", {}).data?.rootDirectory;
  const link = useStore(serverLink);
  const now = useNow();
  const reread = () => void refreshProject(queryClient, "");
  useShortcuts("Projects", { reread, new: () => void navigate({ to: "/init" }) });
  return (
    <header className="bar">
      <h1>Projects</h1>
      <span className="faint small cut">
        {count}
        {root !== undefined && ` in ${shortPath(root)}`}
      </span>
      <span className="grow" />
      <span className="faint small">
        {link.kind === "answering" ? "Live" : "Not live"}
        {readAt > 0 && `, read again ${agoWords(readAt, now)}`}
      </span>
      <IconButton icon={RefreshCw} label="Read again" hint="R" onClick={reread} />
      <Link to="/install" className="btn">
        <Icon of={Download} />
        Install in a folder
      </Link>
      <Link to="/init" className="btn primary">
        <Icon of={Plus} />
        New project
        <Kbd>N</Kbd>
      </Link>
    </header>
  );
}
