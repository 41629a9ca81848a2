import { legacyLines } from "#core/install/legacy-words";
import type { PlanStep } from "#core/install/plan-step";
import { MARKER_FILE } from "#contracts/names";
import type { Ports } from "#engine/ports";

/** A file that still says the legacy names. */
export interface LegacyPointer {
  /** Relative to the project. */
  readonly file: string;
  /** From 1. */
  readonly lines: readonly number[];
}

/** Where configuration usually lies, besides the top folder. */
const FOLDERS = [
  ".github/workflows",
  ".circleci",
  ".claude",
  ".devcontainer",
  ".husky",
  ".vscode",
  "scripts",
] as const;
/** A configuration file is never that large. */
const MOST_BYTES = 1024 * 1024;

/** Files of the project's configuration that still point at the legacy directory once the steps are done; read only. */
export async function findLegacyPointers(
  ports: Ports,
  projectPath: string,
  steps: readonly PlanStep[],
): Promise<LegacyPointer[]> {
  const found: LegacyPointer[] = [];
  for (const folder of ["", ...FOLDERS]) {
    const prefix = folder === "" ? "" : `${folder}/`;
    for (const { name, kind } of (await ports.files.list(`${projectPath}/${folder}`)) ?? []) {
      const file = prefix + name;
      if (kind !== "file" || file === MARKER_FILE || isGone(steps, file)) continue;
      const written = steps.findLast((step) => step.kind === "write" && step.path === file);
      const lines =
        written?.kind === "write"
          ? legacyLines(written.text)
          : await linesIn(ports, `${projectPath}/${file}`);
      if (lines.length > 0) found.push({ file, lines });
    }
  }
  return found;
}

/** Whether the steps move or remove it. */
export const isGone = (steps: readonly PlanStep[], path: string): boolean =>
  steps.some((step) => step.path === path && ["remove", "remove-tree", "rename"].includes(step.kind));

/** What is no text says nothing. */
async function linesIn(ports: Ports, path: string): Promise<number[]> {
  if (((await ports.files.stat(path))?.size ?? 0) > MOST_BYTES) return [];
  const text = await ports.files.read(path).catch(() => null);
  return text === null ? [] : legacyLines(text);
}
