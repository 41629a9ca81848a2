import type { BacklogPaths } from "#contracts/paths";
import type { LockRecord } from "#contracts/schema/lock";
import type { Ports } from "#engine/ports";
import { claimLock, createLockRecord, deadTokens, releaseLock } from "#engine/files/claim-lock";

export interface LoopLock {
  readonly kind: "acquired";
  /** Of this run. */
  readonly token: string;
  /** The record of the dead run it was taken over from: what bears its token is to be swept. */
  readonly previous: LockRecord | null;
  /** Puts back a lock that an agent deleted with the state directory. */
  readonly renew: () => Promise<void>;
  /** Gives both locks back; the second call does nothing, nor does one after handover. */
  release: () => Promise<void>;
}

export interface LockHeld {
  readonly kind: "held";
  readonly record: LockRecord;
  /** `root`: a loop of this very backlog · `repository`: of another root or project in the same work tree. */
  readonly scope: "root" | "repository";
}

/** Takes the backlog root's lock and with it the work tree's (null outside a repository): both or none. A dead owner's is taken over, a live one's never touched. */
export async function acquireLoopLock(
  ports: Ports,
  paths: BacklogPaths,
  gitLockPath: string | null,
): Promise<LoopLock | LockHeld> {
  const record = await createLockRecord(ports);
  const root = await claimLock(ports, paths.lock, record);
  if (root.kind === "held") return { ...root, scope: "root" };
  const held = [paths.lock];
  let { previous } = root;
  try {
    if (gitLockPath !== null) {
      const repository = await claimLock(ports, gitLockPath, record);
      if (repository.kind === "held") {
        await giveBack(ports, held, record.token);
        return { ...repository, scope: "repository" };
      }
      held.push(gitLockPath);
      previous = together(previous, repository.previous);
    }
  } catch (error) {
    await giveBack(ports, held, record.token);
    throw error;
  }
  return {
    kind: "acquired",
    token: record.token,
    previous,
    renew: async () => {
      for (const path of held)
        await ports.files.write(path, `${JSON.stringify(record)}\n`, { exclusive: true });
    },
    release: () => giveBack(ports, held, record.token),
  };
}

/** Moves the ownership from a recovery to its run: from here on only the new lock's release gives it back. */
export function handover(lock: LoopLock): LoopLock {
  const next = { ...lock };
  lock.release = () => Promise.resolve();
  return next;
}

/** An agent that deleted the state directory left the dead run's record in the repository alone: what either lock tells counts. */
function together(root: LockRecord | null, repository: LockRecord | null): LockRecord | null {
  if (root === null || repository === null) return root ?? repository;
  const known = deadTokens(root);
  const others = deadTokens(repository).filter((token) => !known.includes(token));
  return others.length === 0
    ? root
    : { ...root, unswept: [...new Set([...(root.unswept ?? []), ...others])] };
}

async function giveBack(ports: Ports, held: string[], token: string): Promise<void> {
  for (let path = held.pop(); path !== undefined; path = held.pop()) await releaseLock(ports, path, token);
}
