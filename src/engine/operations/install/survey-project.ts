import type { ProjectProfile } from "#contracts/schema/profile";
import { detectProjectProfile, type UnclearFile } from "#engine/operations/profile/detect-profile";
import {
  surveyArtifacts,
  tryFolders,
  type ArtifactSurvey,
} from "#engine/operations/install/survey-artifacts";
import type { Ports } from "#engine/ports";

/** A folder as an installation finds it. */
export interface ProjectSurvey extends ArtifactSurvey {
  readonly projectPath: string;
  /** As detected; commands of an unclear file are missing. */
  readonly profile: ProjectProfile;
  readonly unclear: readonly UnclearFile[];
}

/** Reads what an installation depends on; tries whether the folder can be written to, and leaves nothing there. */
export async function surveyProject(ports: Ports, projectPath: string): Promise<ProjectSurvey> {
  const detected = await detectProjectProfile(ports, projectPath);
  const artifacts = await surveyArtifacts(ports, projectPath);
  const writable = artifacts.obstacles.length > 0 ? [] : await tryFolders(ports, projectPath);
  return { projectPath, ...detected, ...artifacts, obstacles: [...artifacts.obstacles, ...writable] };
}
