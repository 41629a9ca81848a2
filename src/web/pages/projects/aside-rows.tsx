import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronRight, RotateCcw } from "lucide-react";
import { useState } from "react";
import type { DiscoveredProject } from "#contracts/schema/project";
import { useGet } from "#web/api/queries";
import { clockTime } from "#web/app/time-words";
import { Badge } from "#web/ui/badge";
import { Icon } from "#web/ui/icon";

/** A project that is malformed: what is wrong, and whether there is a way back. */
export function BrokenRow({ project }: { readonly project: DiscoveredProject }) {
  const backup = useGet("GET /api/projects/:id/backlog/backup", { params: { id: project.id } }).data;
  const { file = "", message = "" } = project.error ?? {};
  const name = file.split("/").at(-1) ?? "";
  const sound = backup?.valid === true && backup.modifiedAt !== null && file.endsWith("backlog.json");
  return (
    <li className="aside-row broken" data-project={project.id}>
      <span className="med cut">{project.name}</span>
      <span className="state">
        <Badge tone="danger" glyph="broken">
          Cannot be read
        </Badge>
      </span>
      <span className="cut" title={message}>
        {!message.includes(name) && <span className="danger">{name}: </span>}
        {message}
        {sound &&
          `${message.endsWith(".") ? "" : "."} The backup of ${clockTime(backup.modifiedAt)} is sound.`}
      </span>
      <Link
        to="/projects/$id/backlog"
        params={{ id: project.id }}
        className="btn sm"
        aria-label={`Repair ${project.name}`}
      >
        <Icon of={RotateCcw} />
        Repair
      </Link>
    </li>
  );
}

/** Folders without the tool; folded by hand. */
export function NotInstalledGroup({ projects }: { readonly projects: readonly DiscoveredProject[] }) {
  const [open, setOpen] = useState(true);
  if (projects.length === 0) return null;
  return (
    <section aria-label="Not installed">
      <h2 className="group">
        <button type="button" className="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon of={open ? ChevronDown : ChevronRight} small />
          <span>Not installed</span>
        </button>
        <span className="count">{projects.length === 1 ? "1 folder" : `${projects.length} folders`}</span>
      </h2>
      {open && (
        <ul>
          {projects.map(({ id, name }) => (
            <li key={id} className="aside-row">
              <span className="cut dim">{name}</span>
              <span />
              <span />
              <Link
                to="/install"
                search={{ project: id }}
                className="btn sm ghost"
                aria-label={`Install in ${name}`}
              >
                Install
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
