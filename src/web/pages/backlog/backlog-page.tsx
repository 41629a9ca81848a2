import { useParams } from "@tanstack/react-router";
import { Ellipsis, Plus } from "lucide-react";
import { useMemo } from "react";
import { isLive } from "#web/api/projects";
import { useBacklog } from "#web/api/item-mutations";
import { useGet } from "#web/api/queries";
import { ProjectPage } from "#web/app/project-page";
import { BacklogBody } from "#web/pages/backlog/backlog-body";
import { useView, NEW_ITEM } from "#web/pages/backlog/backlog-view";
import { FindingsDialog } from "#web/pages/backlog/findings-dialog";
import { useHeaderEntries } from "#web/pages/backlog/header-entries";
import { doneElsewhere, gatherFacts, useArchivedDone } from "#web/pages/backlog/item-facts";
import { useItemDeeds } from "#web/pages/backlog/item-deeds";
import { Button } from "#web/ui/button";
import { Menu } from "#web/ui/menu";
import { Notice } from "#web/ui/notice";
import { SkeletonRows } from "#web/ui/skeleton";
import "./list/rows.css";
import "./panel/panel.css";
import "./graph/graph.css";
import "./archive.css";

const NO_ITEMS: readonly never[] = [];

/** The items of a project: as a list, as a graph, and those of the archive. */
export function BacklogPage() {
  const { id = "" } = useParams({ strict: false });
  const backlog = useBacklog(id);
  const status = useGet("GET /api/projects/:id/status", { params: { id } }).data;
  const saved = useGet("GET /api/projects/:id/backlog", { params: { id } }).data;
  const archived = useArchivedDone(id, saved);
  const items = backlog.data ?? NO_ITEMS;
  const facts = useMemo(
    () => gatherFacts(items, doneElsewhere(saved ?? NO_ITEMS, archived)),
    [items, saved, archived],
  );
  const live = status !== undefined && isLive(status.loopState);
  const deeds = useItemDeeds(id, facts, live);
  const { change } = useView(id);
  const entries = useHeaderEntries({ id, facts, deeds, live });
  const round =
    status === undefined || status.iteration === null ? undefined : (
      <span className="dim small">
        {status.iteration} of {status.maxIterations ?? "?"}
      </span>
    );
  return (
    <ProjectPage
      aside={round}
      actions={
        <>
          <Menu
            kind="ghost"
            icon={Ellipsis}
            label="Sweep, archive, validate, unblock all"
            entries={entries}
          />
          <Button
            kind="primary"
            icon={Plus}
            hint="C"
            onClick={() => change({ item: NEW_ITEM, view: undefined })}
          >
            New item
          </Button>
        </>
      }
    >
      {backlog.error !== null && backlog.data === undefined && backlog.error.status > 0 ? (
        <div className="pad-16">
          <Notice tone="danger">{backlog.error.message}</Notice>
        </div>
      ) : backlog.data === undefined || archived === null ? (
        <SkeletonRows />
      ) : (
        <BacklogBody key={id} id={id} facts={facts} deeds={deeds} live={live} />
      )}
      <FindingsDialog id={id} />
    </ProjectPage>
  );
}
