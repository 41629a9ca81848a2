import { useParams } from "@tanstack/react-router";
import { ProjectPage } from "#web/app/project-page";
import { useSaved } from "#web/forms/saved-field";
import { SettingsOfProject } from "#web/pages/project-settings/settings-of-project";
import "./project-settings.css";

/** Profile, installed files, options and removal of one project. */
export function ProjectSettingsPage() {
  const { id = "" } = useParams({ strict: false });
  const [saved, saving] = useSaved();
  return (
    <ProjectPage aside={saved}>
      <SettingsOfProject key={id} id={id} saving={saving} />
    </ProjectPage>
  );
}
