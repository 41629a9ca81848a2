import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { LOOP_STATE_LABELS } from "#contracts/loop-states";
import { describeStack } from "#core/profile/describe-stack";
import { knownProject, useProjects, type KnownProject } from "#web/api/projects";
import { getQuery, useSend } from "#web/api/queries";
import type { Saving } from "#web/forms/saved-field";
import { Switch } from "#web/ui/field";
import { SkeletonRows } from "#web/ui/skeleton";
import { showFailure } from "#web/ui/toast";

/** Hidden ones, too, by name. */
export function useEveryProject(): readonly KnownProject[] {
  const all = (useProjects().data ?? [])
    .filter(({ marker, error }) => marker !== null || error !== undefined)
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  return useQueries({
    queries: all.map(({ id, marker }) =>
      getQuery("GET /api/projects/:id", { params: { id } }, { enabled: marker !== null }),
    ),
    combine: (results) => all.map((project, at) => knownProject(project, results[at])),
  });
}

interface ProjectTableProps {
  readonly projects: readonly KnownProject[];
  readonly saving: Saving;
}

/** Which projects are in the lists. */
export function ProjectTable({ projects, saving }: ProjectTableProps) {
  const { mutateAsync } = useSend("PUT /api/projects/:id/options");
  const show = async (id: string, shown: boolean) => {
    const wrong = await saving(mutateAsync({ params: { id }, body: { ignoreInTool: !shown } }));
    if (wrong !== null) showFailure(`${id} stays ${shown ? "hidden" : "in the lists"}`, wrong);
  };
  const { isLoading } = useProjects();
  if (isLoading) return <SkeletonRows rows={3} />;
  if (projects.length === 0)
    return <p className="help">No folder below the root directory has a backlog yet.</p>;
  return (
    <div className="box">
      <table className="ag">
        <thead>
          <tr>
            <th>Show</th>
            <th>Project</th>
            <th>Stack</th>
            <th>State</th>
          </tr>
        </thead>
        <tbody>
          {projects.map(({ project, detail }) => {
            const { id, name, marker } = project;
            const shown = marker?.options.ignoreInTool !== true;
            return (
              <tr key={id}>
                <td>
                  <Switch
                    label={`Show ${name}`}
                    hideLabel
                    on={shown}
                    disabled={marker === null}
                    onChange={(next) => void show(id, next)}
                  />
                </td>
                <td className="cut" title={name}>
                  <Link to="/projects/$id/settings" params={{ id }} className={shown ? undefined : "faint"}>
                    {name}
                  </Link>
                </td>
                <td className="faint">{marker === null ? "" : describeStack(marker.profile)}</td>
                <td className="faint">
                  {marker === null
                    ? "Cannot be read"
                    : detail === null
                      ? ""
                      : LOOP_STATE_LABELS[detail.loopState].label}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
