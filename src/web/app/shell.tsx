import { Outlet, useNavigate, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { useProjectDetails } from "#web/api/projects";
import { useBaseCommands } from "#web/app/base-commands";
import { useHumanNotice } from "#web/app/human-notice";
import { Overlays } from "#web/app/overlays";
import { ServerBand } from "#web/app/server-band";
import { listenForShortcuts, useShortcuts } from "#web/app/shortcuts";
import { Sidebar } from "#web/app/sidebar";
import { foldSidebar, useConfiguredTheme } from "#web/app/theme";
import { ConfirmRoom } from "#web/ui/confirm";
import { LiveRegions } from "#web/ui/live";
import { ToastRoom } from "#web/ui/toast";
import { TooltipRoom } from "#web/ui/tooltip";

/** What is around every page. */
export function Shell() {
  useEffect(listenForShortcuts, []);
  useConfiguredTheme();
  useTravelKeys();
  useBaseCommands();
  useHumanNotice(useProjectDetails());
  return (
    <>
      <div className="app">
        <Sidebar />
        <main className="main">
          <ServerBand />
          <Outlet />
        </main>
      </div>
      <Overlays />
      <ConfirmRoom />
      <ToastRoom />
      <TooltipRoom />
      <LiveRegions />
    </>
  );
}

/** G then a letter; backlog and status need a project, settings are its own or the tool's. */
function useTravelKeys(): void {
  const navigate = useNavigate();
  const { id } = useParams({ strict: false });
  useShortcuts("Everywhere", {
    projects: () => void navigate({ to: "/projects" }),
    backlog: () =>
      id === undefined ? false : void navigate({ to: "/projects/$id/backlog", params: { id } }),
    status: () => (id === undefined ? false : void navigate({ to: "/projects/$id/status", params: { id } })),
    settings: () =>
      void (id === undefined
        ? navigate({ to: "/settings" })
        : navigate({ to: "/projects/$id/settings", params: { id } })),
    sidebar: foldSidebar,
  });
}
