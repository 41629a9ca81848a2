import type { PlanStep } from "#core/install/plan-step";
import { parentOf } from "#core/projects/absolute-path";
import { ToolError, type Hint } from "#contracts/error";
import { STATE_DIR } from "#contracts/names";
import type { Ports } from "#engine/ports";
import { atomicWrite, sweepTemps } from "#engine/files/atomic-write";

/** Carries a plan out, step by step, in a folder; each step leaves what the same plan made anew goes on from. The error of a later step says how far it came and how to go on. */
export async function applySteps(
  ports: Ports,
  folder: string,
  steps: readonly PlanStep[],
  again: Hint,
): Promise<void> {
  let done = 0;
  try {
    for (const directory of await foldersOf(ports, folder, steps)) await sweepTemps(ports, directory);
    for (const step of steps) {
      await apply(ports, folder, step);
      done += 1;
    }
  } catch (error) {
    if (!(error instanceof ToolError) || done === 0) throw error;
    throw new ToolError(error.code, error.message, {
      details: { ...error.details, written: done },
      reason: `${done} of ${steps.length} steps were done; the same command goes on from there.`,
      hints: [again],
      cause: error,
    });
  }
}

/** Where a run that died may have left its temporary files: beside what it wrote, links followed. */
async function foldersOf(ports: Ports, folder: string, steps: readonly PlanStep[]): Promise<Set<string>> {
  const folders = new Set([folder, `${folder}/${STATE_DIR}`]);
  for (const step of steps) {
    if (step.kind !== "write") continue;
    const path = `${folder}/${step.path}`;
    folders.add(parentOf((await ports.files.realPath(path)) ?? path));
  }
  return folders;
}

async function apply(ports: Ports, folder: string, step: PlanStep): Promise<void> {
  const { files } = ports;
  const path = `${folder}/${step.path}`;
  switch (step.kind) {
    case "write":
      await files.makeDir(parentOf(path));
      return atomicWrite(ports, path, step.text);
    case "remove":
      await files.remove(path);
      return;
    case "remove-tree":
      return files.removeDir(path);
    case "remove-empty":
      if ((await files.list(path))?.length === 0) await files.removeDir(path);
      return;
    case "rename":
      return files.rename(path, `${folder}/${step.to}`);
    case "copy":
      return copy(ports, path, `${folder}/${step.to}`);
  }
}

/** What can't be read as text gets a second name: nobody here changes it in place. */
async function copy({ files }: Ports, path: string, to: string): Promise<void> {
  await files.makeDir(parentOf(to));
  const text = await files.read(path).catch(() => null);
  if (text === null) await files.link(path, to);
  else await files.write(to, text);
}
