import { usePageTitle } from "#web/app/page-title";
import { useSaved } from "#web/forms/saved-field";
import { Sections } from "#web/forms/sections";
import { useProjects } from "#web/api/projects";
import { useGet } from "#web/api/queries";
import { useLaidOut } from "#web/api/use-laid-out";
import { Notice } from "#web/ui/notice";
import { SkeletonRows } from "#web/ui/skeleton";
import { AgentTable } from "#web/pages/settings/agent-table";
import { GeneralSettings } from "#web/pages/settings/general-settings";
import { ProjectTable, useEveryProject } from "#web/pages/settings/project-table";
import { ServerFacts } from "#web/pages/settings/server-facts";
import "./settings.css";

/** Settings of the tool: saved one by one, when their field is left. */
export function SettingsPage() {
  usePageTitle("Settings");
  const { data: config, error } = useGet("GET /api/config", {});
  const projects = useEveryProject();
  const parts = [
    useProjects(),
    useGet("GET /api/agents", {}),
    useGet("GET /api/health", {}),
    useGet("GET /api/loops", {}),
  ];
  const laidOut = useLaidOut(parts.some(({ isLoading }) => isLoading));
  const hidden = projects.filter(({ project }) => project.marker?.options.ignoreInTool === true).length;
  const [saved, saving] = useSaved();
  return (
    <>
      <header className="bar">
        <h1>Settings</h1>
        <span className="faint small">~/.tool/config.json</span>
        <span className="grow" />
        {saved}
      </header>
      {error !== null && error.status > 0 ? (
        <div className="setb">
          <Notice tone="danger">{`${error.message} Until it can be read, nothing here can be changed.`}</Notice>
        </div>
      ) : config === undefined || !laidOut ? (
        <SkeletonRows />
      ) : (
        <Sections
          sections={[
            { id: "general", title: "General", body: <GeneralSettings config={config} saving={saving} /> },
            {
              id: "agents",
              title: "Agents",
              lead: "The default runs every item that names no other. Found by looking along PATH; nothing is started for it.",
              body: <AgentTable config={config} saving={saving} />,
            },
            {
              id: "projects",
              title: "Projects",
              count: hidden === 0 ? undefined : `${hidden} hidden`,
              lead: "A hidden project keeps its files and its loop; it only leaves the lists.",
              body: <ProjectTable projects={projects} saving={saving} />,
            },
            {
              id: "server",
              title: "Server",
              lead: "Answers on this machine only. Runs that were started from a terminal go on without it.",
              body: <ServerFacts />,
            },
          ]}
        />
      )}
    </>
  );
}
