import { FILES, GLOBAL_DIR, INSTRUCTION_FILE, MARKER_FILE, REVIEW_FILE, STATE_DIR } from "#contracts/names";

/** Absolute paths of one backlog root (spec: Other records); what the run owns lies in stateDir, what the user owns in root. */
export interface BacklogPaths {
  readonly projectPath: string;
  readonly root: string;
  readonly stateDir: string;
  readonly backlog: string;
  readonly state: string;
  readonly log: string;
  readonly done: string;
  readonly cancel: string;
  readonly progress: string;
  readonly iterationStatus: string;
  readonly archive: string;
  readonly lock: string;
  readonly eventsLog: string;
  /** Left by every write of the backlog; beside the state, since git is to ignore it. */
  readonly backup: string;
  /** The running agent's process, for the sweep after a crash. */
  readonly agentRecord: string;
  /** May be absent in a root of its own: then the project's counts. */
  readonly instruction: string;
  /** As instruction. */
  readonly review: string;
  readonly schema: string;
  readonly marker: string;
}

/** Pure joins of absolute paths: resolves no link, no dot segment, and touches no disk. */
export function backlogPaths(projectPath: string, root = join(projectPath, STATE_DIR)): BacklogPaths {
  const stateDir = lastSegment(root) === STATE_DIR ? root : join(root, STATE_DIR);
  return {
    projectPath,
    root,
    stateDir,
    backlog: join(root, FILES.backlog),
    backup: join(stateDir, FILES.backup),
    schema: join(root, FILES.schema),
    progress: join(root, FILES.progress),
    archive: join(root, FILES.archive),
    instruction: join(root, INSTRUCTION_FILE),
    review: join(root, REVIEW_FILE),
    state: join(stateDir, FILES.state),
    log: join(stateDir, FILES.log),
    done: join(stateDir, FILES.done),
    cancel: join(stateDir, FILES.cancel),
    iterationStatus: join(stateDir, FILES.iterationStatus),
    lock: join(stateDir, FILES.lock),
    eventsLog: join(stateDir, FILES.events),
    agentRecord: join(stateDir, FILES.agentRecord),
    marker: join(projectPath, MARKER_FILE),
  };
}

export interface GlobalPaths {
  readonly dir: string;
  readonly config: string;
  readonly server: string;
  readonly serverLog: string;
  /** Holds one file for each running loop of the machine. */
  readonly active: string;
}

/** The machine-wide files, under an absolute home. */
export function globalPaths(home: string): GlobalPaths {
  const dir = join(home, GLOBAL_DIR);
  return {
    dir,
    config: join(dir, "config.json"),
    server: join(dir, "server.json"),
    serverLog: join(dir, "server.log"),
    active: join(dir, "active"),
  };
}

function join(directory: string, name: string): string {
  return directory.endsWith("/") ? directory + name : `${directory}/${name}`;
}

function lastSegment(path: string): string | undefined {
  return path.split(/[\\/]/).findLast((segment) => segment !== "");
}
