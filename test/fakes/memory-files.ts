import type { DirEntry, Files, FileStat, Release } from "#engine/ports";
import {
  createRoot,
  ioError,
  locate,
  type DirectoryNode,
  type FileNode,
  type Place,
  type TreeNode,
} from "./memory-tree.ts";

/** Runs before every effect and every read; throwing is the fault, awaiting lets others in between. */
export type FileHook = (effect: { readonly op: keyof Files; readonly path: string }) => void | Promise<void>;

export interface MemoryFilesOptions {
  readonly now?: () => number;
  readonly hook?: FileHook;
}

export interface MemoryFiles extends Files {
  /** Replaced at will to plant faults. */
  hook: FileHook | null;
  /** Creates files with their directories, as a person would outside of the program. */
  plant(texts: Readonly<Record<string, string>>): void;
  plantLink(path: string, target: string): void;
  chmod(path: string, mode: number): void;
  /** Every file below a directory: relative path to text; links as `-> target`. */
  tree(directory: string): Map<string, string>;
  textOf(path: string): string | null;
}

/** A file system in memory with the semantics that stores rely on: inodes, hard links, replacing renames, writes that can be seen half done. */
export function createMemoryFiles(options: MemoryFilesOptions = {}): MemoryFiles {
  const root = createRoot();
  const watchers = new Map<DirectoryNode, Set<(name: string | null) => void>>();
  const now = options.now ?? (() => 0);
  let inodes = 1;

  const enter = async (op: keyof Files, path: string): Promise<void> => {
    await Promise.resolve();
    await files.hook?.({ op, path });
  };
  const find = (path: string): TreeNode | null => locate(root, path, true)?.node ?? null;
  const place = (path: string, followLast: boolean): Place => {
    const found = locate(root, path, followLast);
    if (found === null) throw ioError(path, "written", "ENOENT", "there is no such folder");
    return found;
  };
  const touch = (directory: DirectoryNode, name: string): void => {
    directory.mtimeMs = now();
    for (const listener of watchers.get(directory) ?? []) queueMicrotask(() => listener(name));
  };
  const put = (at: Place, node: TreeNode): void => {
    at.parent.entries.set(at.name, node);
    touch(at.parent, at.name);
  };
  const drop = (at: Place): void => {
    at.parent.entries.delete(at.name);
    touch(at.parent, at.name);
  };
  const newFile = (text: string, mode: number): FileNode => ({
    kind: "file",
    inode: ++inodes,
    text,
    mode,
    mtimeMs: now(),
  });
  const makeDirectories = (path: string): void => {
    let sofar = "";
    for (const name of path.split("/").filter((segment) => segment !== "")) {
      sofar += `/${name}`;
      const at = place(sofar, true);
      if (at.node === null) {
        put(at, { kind: "directory", inode: ++inodes, entries: new Map(), mode: 0o755, mtimeMs: now() });
      } else if (at.node.kind !== "directory")
        throw ioError(path, "created", "ENOTDIR", "a file is in the way");
    }
  };
  const fileAt = (path: string): FileNode | null => {
    const node = find(path);
    if (node === null) return null;
    if (node.kind !== "file") throw ioError(path, "read", "EISDIR", "it is a folder");
    return node;
  };

  const files: MemoryFiles = {
    hook: options.hook ?? null,
    /** Links of the fake lead where its tests plant them. */
    within: () => files,

    async read(path) {
      await enter("read", path);
      const file = fileAt(path);
      return file === null ? null : withoutBom(file.text);
    },
    async readTail(path, maxBytes) {
      await enter("readTail", path);
      const file = fileAt(path);
      if (file === null) return null;
      const bytes = Buffer.from(file.text);
      const from = Math.max(0, bytes.length - maxBytes);
      if (from === 0) return withoutBom(file.text);
      const line = bytes.subarray(0, -1).indexOf(10, from - 1) + 1;
      return bytes.subarray(line === 0 ? characterFrom(bytes, from) : line).toString();
    },
    async readLines(path, from, maxBytes) {
      await enter("readLines", path);
      const file = fileAt(path);
      if (file === null) return null;
      const bytes = Buffer.from(file.text).subarray(from);
      const end = (bytes.subarray(0, maxBytes).lastIndexOf(10) + 1 || bytes.indexOf(10) + 1) - 1;
      if (end < 0) return { lines: [], next: from };
      return { lines: bytes.subarray(0, end).toString().split("\n"), next: from + end + 1 };
    },
    async stat(path) {
      await enter("stat", path);
      return describe(find(path));
    },
    async linkStat(path) {
      await enter("linkStat", path);
      return describe(locate(root, path, false)?.node ?? null);
    },
    async realPath(path) {
      await enter("realPath", path);
      const found = locate(root, path, true);
      return found === null || found.node === null ? null : found.path;
    },
    async present(paths) {
      const there: string[] = [];
      for (const path of paths) {
        if ((await files.stat(path).catch(() => null)) !== null) there.push(path);
      }
      return there;
    },
    async list(path) {
      await enter("list", path);
      const node = find(path);
      if (node?.kind !== "directory") return null;
      const entries = [...node.entries].map(([name, child]): DirEntry => ({ name, kind: child.kind }));
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    },

    async write(path, text, { exclusive = false, mode = 0o644 } = {}) {
      await enter("write", path);
      const at = place(path, !exclusive);
      if (at.node !== null && exclusive) return "exists";
      if (at.node?.kind === "directory") throw ioError(path, "written", "EISDIR", "it is a folder");
      const file = at.node?.kind === "file" ? at.node : newFile("", mode);
      if (at.node === null) put(at, file);
      file.text = text.slice(0, text.length >> 1);
      await Promise.resolve();
      file.text = text;
      file.mtimeMs = now();
      touch(at.parent, at.name);
      return "written";
    },
    async append(path, text) {
      await enter("append", path);
      const at = place(path, true);
      if (at.node?.kind === "directory") throw ioError(path, "written", "EISDIR", "it is a folder");
      if (at.node?.kind === "file") {
        at.node.text += text;
        at.node.mtimeMs = now();
        touch(at.parent, at.name);
      } else put(at, newFile(text, 0o644));
    },
    async rename(from, to) {
      await enter("rename", from);
      const source = place(from, false);
      if (source.node === null) throw ioError(from, "renamed", "ENOENT", "there is no such file");
      const target = place(to, false);
      if (target.node?.kind === "directory" && source.node.kind !== "directory") {
        throw ioError(to, "written", "EISDIR", "it is a folder");
      }
      if (target.node === source.node) return;
      drop(source);
      put(target, source.node);
    },
    async link(existing, name) {
      await enter("link", existing);
      const source = locate(root, existing, false)?.node ?? null;
      if (source === null) return "absent";
      const target = place(name, false);
      if (target.node !== null) return "exists";
      put(target, source);
      return "linked";
    },
    async remove(path) {
      await enter("remove", path);
      const at = locate(root, path, false);
      if (at === null || at.node === null) return false;
      if (at.node.kind === "directory") throw ioError(path, "removed", "EISDIR", "it is a folder");
      drop(at);
      return true;
    },
    async removeDir(path) {
      await enter("removeDir", path);
      const at = locate(root, path, false);
      if (at !== null && at.node !== null) drop(at);
    },
    async makeDir(path) {
      await enter("makeDir", path);
      makeDirectories(path);
    },
    watch(directory, listener): Release {
      const node = find(directory);
      if (node?.kind !== "directory") return () => undefined;
      const set = watchers.get(node) ?? new Set();
      watchers.set(node, set.add(listener));
      return () => set.delete(listener);
    },

    plant(texts) {
      for (const [path, text] of Object.entries(texts)) {
        makeDirectories(path.slice(0, path.lastIndexOf("/")));
        const at = place(path, true);
        if (at.node?.kind === "file") {
          at.node.text = text;
          at.node.mtimeMs = now();
          touch(at.parent, at.name);
        } else put(at, newFile(text, 0o644));
      }
    },
    plantLink(path, target) {
      put(place(path, false), { kind: "link", inode: ++inodes, target, mode: 0o777, mtimeMs: now() });
    },
    chmod(path, mode) {
      const node = find(path);
      if (node !== null) node.mode = mode;
    },
    tree(directory) {
      const out = new Map<string, string>();
      const node = find(directory);
      if (node?.kind === "directory") collect(node, "", out);
      return out;
    },
    textOf: (path) => fileAt(path)?.text ?? null,
  };
  return files;
}

const withoutBom = (text: string): string => (text.startsWith("\uFEFF") ? text.slice(1) : text);

function characterFrom(bytes: Buffer, from: number): number {
  let start = from;
  while (((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return start;
}

function describe(node: TreeNode | null): FileStat | null {
  if (node === null) return null;
  const size = node.kind === "file" ? Buffer.byteLength(node.text) : 0;
  return { kind: node.kind, size, mtimeMs: node.mtimeMs, inode: node.inode, mode: node.mode };
}

function collect(directory: DirectoryNode, prefix: string, out: Map<string, string>): void {
  for (const [name, node] of directory.entries) {
    if (node.kind === "directory") collect(node, `${prefix}${name}/`, out);
    else out.set(prefix + name, node.kind === "file" ? node.text : `-> ${node.target}`);
  }
}
