import { ToolError } from "#contracts/error";

/** One version of a file; hard links share it. */
export interface FileNode {
  readonly kind: "file";
  readonly inode: number;
  text: string;
  mode: number;
  mtimeMs: number;
}

export interface DirectoryNode {
  readonly kind: "directory";
  readonly inode: number;
  readonly entries: Map<string, TreeNode>;
  mode: number;
  mtimeMs: number;
}

interface LinkNode {
  readonly kind: "link";
  readonly inode: number;
  readonly target: string;
  mode: number;
  mtimeMs: number;
}

export type TreeNode = FileNode | DirectoryNode | LinkNode;

/** Where a path leads: the directory that holds its last segment, and what is there now. */
export interface Place {
  readonly parent: DirectoryNode;
  readonly name: string;
  readonly path: string;
  readonly node: TreeNode | null;
}

const MAX_LINKS = 40;

export const createRoot = (): DirectoryNode => ({
  kind: "directory",
  inode: 1,
  entries: new Map(),
  mode: 0o755,
  mtimeMs: 0,
});

/** Walks to a path, through links; null when a directory on the way is missing. */
export function locate(root: DirectoryNode, path: string, followLast: boolean, links = 0): Place | null {
  if (links > MAX_LINKS) return null;
  const segments = normalize(path);
  const holder: Place = { parent: root, name: "", path: "/", node: root };
  let place = holder;
  for (const [index, name] of segments.entries()) {
    if (place.node?.kind !== "directory") return null;
    const parent = place.node;
    const here = place.path === "/" ? `/${name}` : `${place.path}/${name}`;
    const node = parent.entries.get(name) ?? null;
    const last = index === segments.length - 1;
    if (node?.kind === "link" && (followLast || !last)) {
      const base = node.target.startsWith("/") ? node.target : `${place.path}/${node.target}`;
      return locate(root, [base, ...segments.slice(index + 1)].join("/"), followLast, links + 1);
    }
    place = { parent, name, path: here, node };
  }
  return place;
}

/** As the platform words it: the path, what failed, the system's own reason. */
export function ioError(path: string, deed: string, errno: string, reason: string): ToolError {
  return new ToolError("IO_ERROR", `${path} can't be ${deed}: ${reason}.`, { details: { path, errno } });
}

function normalize(path: string): string[] {
  const out: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") out.pop();
    else if (segment !== "" && segment !== ".") out.push(segment);
  }
  return out;
}
