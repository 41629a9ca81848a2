import { namesIn, textOf, type ArtifactFacts } from "#core/install/artifact-facts";
import { ARTIFACT } from "#core/install/artifact-paths";
import { inspectArtifacts, type Finding } from "#core/install/inspect-artifacts";
import type { PlanStep } from "#core/install/plan-step";
import { renderArtifacts } from "#core/install/render-artifacts";
import { unifiedDiff } from "#core/install/unified-diff";
import { isNewerVersion } from "#core/install/newer-version";
import { ToolError } from "#contracts/error";
import type { InstallAction, InstallationReport, UpdatePlan } from "#contracts/schema/install-report";
import type { Marker } from "#contracts/schema/marker";
import { MARKER_VERSION } from "#contracts/versions";

export interface UpdateInput {
  /** The folder's name. */
  readonly projectName: string;
  /** Absolute. */
  readonly projectPath: string;
  readonly facts: ArtifactFacts;
  /** Text of a missing backlog as HEAD holds it: git is to bring it back, an empty one in its place would pass for all that there is. */
  readonly backlogAtHead: string | null;
  /** The same of progress.md, which comes back with what sessions have learned. */
  readonly progressAtHead: string | null;
  /** As stored, or changed: then the files follow. */
  readonly marker: Marker;
  readonly version: string;
  /** Texts of `templateNames`. */
  readonly templates: Readonly<Record<string, string>>;
  /** SHA-256 in hex. */
  readonly hash: (text: string) => string;
}

export interface UpdateProposal {
  /** The marker comes last: what was interrupted before it is still out of date. */
  readonly steps: readonly PlanStep[];
  readonly check: UpdatePlan;
  readonly report: InstallationReport;
}

/** What an update would write, and why; throws CONFLICT naming a file whose markers are damaged, or a marker of a later kind. */
export function planUpdate(input: UpdateInput): UpdateProposal {
  const { marker, facts, version } = input;
  refuseLaterKind(marker);
  const texts = renderArtifacts(input.templates, {
    projectName: input.projectName,
    projectDescription: "",
    ...namesIn(textOf(facts, ARTIFACT.backlog) ?? input.backlogAtHead ?? facts.backlogCopy),
    profile: marker.profile,
  });
  const findings = inspectArtifacts({ ...input, texts });
  const own = inspectMarker(input, findings);
  const all = [own, ...findings];
  const steps = [...findings, own].flatMap(({ path, text }): PlanStep[] =>
    text === null ? [] : [{ kind: "write", path, text }],
  );
  return {
    steps,
    check: {
      installedBy: marker.installedBy,
      version,
      stale: steps.length > 0 || all.some(isLeftToGit),
      files: all.map(({ path, state, detail, text }) => ({
        file: path,
        state,
        detail,
        diff: text === null ? null : unifiedDiff(path, textOf(facts, path), text),
      })),
    },
    report: {
      projectName: input.projectName,
      projectPath: input.projectPath,
      actions: all.map(actionOf),
      profile: marker.profile,
      warnings: isNewerVersion(marker.installedBy, version)
        ? [`${input.projectName} was installed by ${marker.installedBy}; this is ${version}, which is older.`]
        : [],
    },
  };
}

function refuseLaterKind({ version, installedBy }: Marker): void {
  if (version === MARKER_VERSION) return;
  throw new ToolError("CONFLICT", `${ARTIFACT.marker} is of version ${version}, which is not known here.`, {
    details: { file: ARTIFACT.marker, version },
    reason: `${installedBy} wrote it; this knows version ${MARKER_VERSION}. Nothing was written.`,
  });
}

/** Another version or other hashes alone don't count as a file that is out of date. */
function inspectMarker({ marker, facts, version }: UpdateInput, findings: readonly Finding[]): Finding {
  const path = ARTIFACT.marker;
  const hashes = findings.flatMap(({ path, hash }) => (hash === null ? [] : [[path, hash] as const]));
  const next: Marker = {
    ...marker,
    installedBy: version,
    artifactHashes: Object.fromEntries(hashes),
    options: { ...marker.options, runtime: "global" },
  };
  const text = `${JSON.stringify(next, null, 2)}\n`;
  const same = text === `${JSON.stringify(JSON.parse(textOf(facts, path) ?? "null"), null, 2)}\n`;
  const found = { path, text: same ? null : text, hash: null };
  if (marker.options.runtime === "global") {
    const detail = same ? "" : "its version and hashes follow";
    return { ...found, state: "ok", detail, action: "updated", did: `by ${version}` };
  }
  return { ...found, state: "stale", detail: "runtime is shell", action: "updated", did: "runtime global" };
}

/** Missing, and not ours to make. */
const isLeftToGit = ({ state, text }: Finding): boolean => state === "missing" && text === null;

const actionOf = (finding: Finding): InstallAction => {
  const { path, text, state, action, did } = finding;
  if (text !== null || isLeftToGit(finding)) return { file: path, action, detail: did };
  return { file: path, action: "skipped", detail: state === "kept" ? "yours; left as it is" : "up to date" };
};
