import { counted } from "#core/text/counted";
import { textOf } from "#core/install/artifact-facts";
import { ARTIFACT } from "#core/install/artifact-paths";
import { IGNORE_MARKERS } from "#core/install/ignore-lines";
import { BLOCK_MARKERS } from "#core/install/managed-block";
import { findRegion } from "#core/install/marked-region";
import { folderName } from "#core/projects/absolute-path";
import { DEFAULT_AGENT_ID } from "#contracts/agent-ids";
import { TOOL_NAME } from "#contracts/names";
import type { Preflight } from "#contracts/schema/routes/project-routes";
import { listAgents } from "#engine/operations/service/list-agents";
import { BARE_WORDS, forbiddenPlace, readOnlyAmong } from "#engine/operations/install/survey-artifacts";
import type { ProjectSurvey } from "#engine/operations/install/survey-project";
import type { GitRepository } from "#engine/git-port";
import type { Ports } from "#engine/ports";
import { readConfig } from "#engine/stores/config-store";

type PreflightCheck = Preflight["checks"][number];

/** What a person should know before an installation; an error is what would stop it, or leave it half right. */
export async function preflightInstall(ports: Ports, survey: ProjectSurvey): Promise<Preflight> {
  const { projectPath, profile, unclear, obstacles } = survey;
  const standing = [...forbiddenPlace(ports, projectPath), ...obstacles, ...readOnlyAmong(survey, SHARED)];
  const checks = [
    ...(await checkGit(ports, projectPath)),
    await checkAgents(ports),
    ...unclear.map(({ file, words }) => failed(file, words)),
    ...checkInstalled(survey),
    ...standing.map(({ subject, words }) => failed(subject, words)),
    ...checkMarkers(survey),
  ];
  const errors = checks.filter((check) => check.result === "error").length;
  return { path: projectPath, profile, checks, errors };
}

/** The files that an installation writes into, of those that may be there. */
const SHARED = [ARTIFACT.agents, ARTIFACT.claude, ARTIFACT.gitignore, ARTIFACT.instruction].map((path) => ({
  kind: "write" as const,
  path,
  text: "",
}));

const checkInstalled = ({ facts }: ProjectSurvey): PreflightCheck[] =>
  textOf(facts, ARTIFACT.marker) === null
    ? []
    : [failed(ARTIFACT.marker, `there already: ${TOOL_NAME} update brings it up to date`)];

/** Where it can't be told what is ours. */
function checkMarkers({ facts }: ProjectSurvey): PreflightCheck[] {
  const kinds = [
    ...[ARTIFACT.instruction, ARTIFACT.agents, ARTIFACT.claude].map((path) => [path, BLOCK_MARKERS] as const),
    [ARTIFACT.gitignore, IGNORE_MARKERS] as const,
  ];
  return kinds.flatMap(([path, markers]) => {
    const found = findRegion(textOf(facts, path) ?? "", markers);
    return found.kind === "damaged" ? [failed(path, `damaged: its "${TOOL_NAME}" markers ${found.why}`)] : [];
  });
}

const ok = (name: string, message: string): PreflightCheck => ({ name, result: "ok", message });
const warned = (name: string, message: string): PreflightCheck => ({ name, result: "warning", message });
const failed = (name: string, message: string): PreflightCheck => ({ name, result: "error", message });

async function checkGit(ports: Ports, projectPath: string): Promise<PreflightCheck[]> {
  if ((await ports.git.version()) === null) return [warned("git", "not installed; the loop needs it")];
  const repository = await ports.git.repository(projectPath);
  if (repository?.bare) return [failed("git", BARE_WORDS)];
  if (repository === null) {
    return [warned("git", `${folderName(projectPath)} is no git repository yet; the loop needs one`)];
  }
  const { branch, commit } = await ports.git.head(repository);
  if (branch === null) return [warned("git", `HEAD is detached at ${commit?.slice(0, 7) ?? "nothing"}`)];
  const dirty = (await ports.git.status(repository)).length;
  const files = counted(dirty, "uncommitted file");
  return [
    ok("git", `branch ${branch}, ${await describeHistory(ports, repository, commit)}`),
    dirty === 0
      ? ok("work tree", "clean")
      : warned("work tree", `${files}; commit ${dirty === 1 ? "it" : "them"} first to tell yours from ours`),
  ];
}

async function describeHistory(
  ports: Ports,
  repository: GitRepository,
  commit: string | null,
): Promise<string> {
  if (commit === null) return "no commits yet";
  const { length } = await ports.git.commitsSince(repository, null, "");
  return counted(length, "commit");
}

async function checkAgents(ports: Ports): Promise<PreflightCheck> {
  const wanted: string = (await readConfig(ports))?.defaultProvider ?? DEFAULT_AGENT_ID;
  const here = (await listAgents(ports)).flatMap(({ id, available }): string[] => (available ? [id] : []));
  if (here.includes(wanted)) return ok("agent", here.join(", "));
  const others = here.length === 0 ? "no other is" : `${here.join(", ")} ${here.length === 1 ? "is" : "are"}`;
  return warned("agent", `${wanted} is not installed; ${others}`);
}
