import { ownPaths } from "#core/git/own-paths";
import type { LoopContext } from "#engine/loop/loop-context";

/** What is uncommitted, by whose it is; paths from the top level. */
export interface WorkAtHand {
  readonly work: readonly string[];
  /** State directories of other backlogs in which something changed. */
  readonly others: readonly string[];
  /** Work that lies in our own state directory, which no stash takes. */
  readonly stays: readonly string[];
  readonly nested: readonly string[];
}

/** Of folders named like a state directory only our own and those of other backlogs are spared: in any other an agent may have worked. */
export async function workAtHand(ctx: LoopContext): Promise<WorkAtHand> {
  const { ports, paths, prefix, repository } = ctx;
  const { kept, isForeign, otherStateDir } = ownPaths(paths, prefix);
  const { dirty, nested } = await ports.git.work(repository);
  const isKept = (path: string): boolean => kept.some((one) => path === one || path.startsWith(`${one}/`));
  const changed = dirty.map(({ path }) => path).filter((path) => !isKept(path));
  const candidates = new Map(
    changed.flatMap((path) => {
      const other = otherStateDir(path);
      return other === null ? [] : [[other.folder, other.signs] as const];
    }),
  );
  const full = (path: string): string => `${repository.topLevel}/${path}`;
  const present = new Set(
    candidates.size === 0 ? [] : await ports.files.present([...candidates.values()].flat().map(full)),
  );
  const others = [...candidates]
    .filter(([, signs]) => signs.some((sign) => present.has(full(sign))))
    .map(([folder]) => folder);
  return {
    work: changed.filter((path) => !others.some((folder) => path.startsWith(`${folder}/`))),
    others,
    stays: dirty.map(({ path }) => path).filter(isForeign),
    nested,
  };
}
