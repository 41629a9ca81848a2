import { counted } from "#core/text/counted";
import { checkAgents, promptNotes } from "#core/doctor/check-agents";
import { checkArtifacts } from "#core/doctor/check-artifacts";
import { checkCommands } from "#core/doctor/check-commands";
import { checkGit, gitRefusal, isSaid } from "#core/doctor/check-git";
import { checkLeftovers } from "#core/doctor/check-leftovers";
import { checkLock } from "#core/doctor/check-lock";
import { checkStash } from "#core/doctor/check-stash";
import { doubtful, failed, passed } from "#core/doctor/check";
import { ToolError } from "#contracts/error";
import { MARKER_FILE, TOOL_NAME } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { DoctorCheck, DoctorReport } from "#contracts/schema/doctor";
import type { Marker } from "#contracts/schema/marker";
import { inspectAgents } from "#engine/operations/doctor/inspect-agents";
import { inspectCommands } from "#engine/operations/doctor/inspect-commands";
import { inspectGit } from "#engine/operations/doctor/inspect-git";
import { inspectLeftovers } from "#engine/operations/doctor/inspect-leftovers";
import { inspectLocks } from "#engine/operations/doctor/inspect-locks";
import type { Project } from "#engine/operations/projects/resolve-project";
import { updatePlan } from "#engine/operations/install/update-project";
import { checkBacklog } from "#engine/operations/backlog/validate-backlog";
import type { Ports } from "#engine/ports";
import { readMarker } from "#engine/stores/marker-store";

/** Looks over everything the loop needs. Writes nothing; of what lies around it removes only the index.lock of a git that died with its run. */
export async function doctorProject(
  ports: Ports,
  { name, paths }: Project,
  version: string,
): Promise<DoctorReport> {
  const marker = await readMarker(ports, paths).catch((error: unknown) => asToolError(error));
  const git = await guarded("git", async () => checkGit(await inspectGit(ports, paths)));
  // A marker that can't be read doesn't say which agent would be started.
  const agents = marker instanceof ToolError ? null : await inspectAgents(ports, paths, marker);
  const checks = [
    git,
    ...(marker instanceof ToolError ? [fault("project", marker)] : []),
    ...(marker === null ? [notSetUp] : []),
    ...(agents === null ? [] : [agents instanceof ToolError ? fault("agents", agents) : checkAgents(agents)]),
    ...(marker === null || marker instanceof ToolError
      ? []
      : (await checkProject(ports, paths, marker, version)).filter((check) => !isSaid(git, check))),
  ];
  const errors = checks.filter(({ result }) => result === "error").length;
  return {
    project: name,
    path: paths.projectPath,
    version,
    healthy: errors === 0,
    errors,
    warnings: checks.filter(({ result }) => result === "warning").length,
    checks,
    notes:
      agents === null || agents instanceof ToolError ? [] : promptNotes(agents.wanted.map(({ id }) => id)),
  };
}

const notSetUp = failed("project", `not set up: there is no ${MARKER_FILE}`, {
  command: `${TOOL_NAME} install`,
});

const checkProject = async (
  ports: Ports,
  paths: BacklogPaths,
  marker: Marker,
  version: string,
): Promise<DoctorCheck[]> => [
  await guarded("commands", async () => checkCommands(await inspectCommands(ports, paths, marker))),
  await guarded("backlog", () => checkItems(ports, paths)),
  await guarded("lock", async () => checkLock(await inspectLocks(ports, paths))),
  await guarded("artifacts", async () => checkArtifacts(await updatePlan(ports, paths, { version }))),
  await guarded("leftovers", async () => checkLeftovers(await inspectLeftovers(ports, paths))),
  await guarded("stash", async () => checkStash(await inspectStashes(ports, paths))),
];

const checkItems = async (ports: Ports, paths: BacklogPaths): Promise<DoctorCheck> => {
  const { items, findings } = await checkBacklog(ports, paths, { specsDir: null });
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  const count = counted(items, "item");
  const words = [errors > 0 && counted(errors, "error"), warnings > 0 && counted(warnings, "warning")];
  const see = { command: `${TOOL_NAME} backlog validate` };
  const found = `${words.filter(Boolean).join(", ")} in ${count}`;
  if (errors > 0) return failed("backlog", found, see);
  return warnings > 0 ? doubtful("backlog", found, see) : passed("backlog", `valid, ${count}`);
};

const inspectStashes = async (
  ports: Ports,
  { projectPath }: BacklogPaths,
): Promise<{ ref: string; message: string }[]> => {
  const repository = await ports.git.repository(projectPath);
  return repository === null || repository.bare ? [] : ports.git.listStashes(repository);
};

/** What can't be looked at is itself a finding: the other checks go on. */
const guarded = async (
  check: DoctorCheck["check"],
  look: () => Promise<DoctorCheck>,
): Promise<DoctorCheck> => {
  try {
    return await look();
  } catch (error) {
    return fault(check, asToolError(error));
  }
};

const fault = (check: DoctorCheck["check"], { message, reason, hints = [] }: ToolError): DoctorCheck => {
  const words = [message, reason].filter(Boolean).join(" ");
  return check === "git" && hints.length === 0 ? gitRefusal(words) : failed(check, words, ...hints);
};

const asToolError = (error: unknown): ToolError => {
  if (error instanceof ToolError) return error;
  throw error;
};
