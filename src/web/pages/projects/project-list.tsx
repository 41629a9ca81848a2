import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { DiscoveredProject } from "#contracts/schema/project";
import { useShortcuts } from "#web/app/shortcuts";
import { useNow } from "#web/app/time-words";
import { BrokenRow, NotInstalledGroup } from "#web/pages/projects/aside-rows";
import {
  groupOf,
  orderProjects,
  type GroupName,
  type ProjectOrder,
} from "#web/pages/projects/group-projects";
import type { SeenProject } from "#web/pages/projects/project-glance";
import { ProjectRow } from "#web/pages/projects/project-row";
import { Empty } from "#web/ui/empty";

export type Show = "all" | "needs" | "running" | "broken";

interface ProjectListProps {
  readonly all: readonly DiscoveredProject[];
  readonly seen: readonly SeenProject[];
  readonly text: string;
  readonly show: Show;
  readonly order: ProjectOrder;
}

const GROUPS: readonly (readonly [GroupName, string])[] = [
  ["needs", "Needs you"],
  ["running", "Running"],
  ["quiet", "Quiet"],
];

/** The groups of the page, with one keyboard cursor through all rows. */
export function ProjectList({ all, seen, text, show, order }: ProjectListProps) {
  const now = useNow();
  const matches = ({ name, id }: DiscoveredProject) =>
    `${name} ${id}`.toLowerCase().includes(text.trim().toLowerCase());
  const groups = GROUPS.filter(([name]) => show === "all" || show === name).map(([name, title]) => ({
    title,
    rows: orderProjects(
      seen.filter((one) => groupOf(one) === name && matches(one.project)),
      order,
    ),
  }));
  const broken =
    show === "all" || show === "broken" ? all.filter((one) => one.error !== undefined && matches(one)) : [];
  const bare =
    show === "all" ? all.filter((one) => one.marker === null && one.error === undefined && matches(one)) : [];
  const ids = [
    ...groups.flatMap(({ rows }) => rows.map(({ project }) => project.id)),
    ...broken.map(({ id }) => id),
  ];
  const { cursor, pane } = useCursor(ids);
  if (ids.length + bare.length === 0) return <NothingMatches text={text} />;
  return (
    <div className="scroll grow" ref={pane} tabIndex={0} role="region" aria-label="All projects">
      <div className="prow head" aria-hidden>
        <span>Project</span>
        <span>State</span>
        <span>Now, or how it ended</span>
        <span>Done</span>
        <span className="runcol">Iterations</span>
        <span>Last activity</span>
        <span />
      </div>
      {groups.map(({ title, rows }) => (
        <Group key={title} title={title} count={rows.length}>
          {rows.map((one) => (
            <ProjectRow key={one.project.id} seen={one} cursor={one.project.id === cursor} now={now} />
          ))}
        </Group>
      ))}
      <Group title="Cannot be read" count={broken.length}>
        {broken.map((project) => (
          <BrokenRow key={project.id} project={project} />
        ))}
      </Group>
      <NotInstalledGroup projects={bare} />
      <HiddenProjects all={all} />
    </div>
  );
}

function Group({
  title,
  count,
  children,
}: {
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="group">
        <span>{title}</span>
        <span className="count">{count}</span>
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

/** The row that Enter opens. It stays with its project when the order changes. */
function useCursor(ids: readonly string[]) {
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<string | null>(null);
  const pane = useRef<HTMLDivElement>(null);
  const cursor = wanted !== null && ids.includes(wanted) ? wanted : null;
  const move = (by: number) => {
    const at = cursor === null ? (by > 0 ? -1 : 0) : ids.indexOf(cursor);
    setWanted(ids[Math.min(Math.max(at + by, 0), ids.length - 1)] ?? null);
  };
  useEffect(() => {
    if (cursor === null) return;
    pane.current
      ?.querySelector(`[data-project="${CSS.escape(cursor)}"]`)
      ?.scrollIntoView({ block: "nearest" });
  }, [cursor]);
  useShortcuts("Projects", {
    next: () => move(1),
    previous: () => move(-1),
    open: ({ target }) => {
      if (cursor === null || (target instanceof Element && target.closest("a, button") !== null))
        return false;
      void navigate({ to: "/projects/$id/backlog", params: { id: cursor } });
    },
  });
  return { cursor, pane };
}

function NothingMatches({ text }: { readonly text: string }) {
  return text.trim() === "" ? (
    <Empty title="Nothing here now">Choose All to see the other projects.</Empty>
  ) : (
    <Empty title={`No project matches “${text.trim()}”`}>Esc in the filter clears it.</Empty>
  );
}

function HiddenProjects({ all }: { readonly all: readonly DiscoveredProject[] }) {
  const hidden = all.filter((project) => project.marker?.options.ignoreInTool === true).length;
  if (hidden === 0) return null;
  return (
    <div className="aside-row hidden-link">
      <Link to="/settings" className="faint u">
        {hidden === 1 ? "1 hidden project" : `${hidden} hidden projects`}
      </Link>
    </div>
  );
}
