import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, test } from "vitest";
import { MAX_FILE_BYTES } from "#contracts/limits";
import { createNodeFiles } from "#platform/node-files";
import { fileError } from "#platform/files/file-error";
import { filesContract } from "../../test/contracts/files-contract.ts";

const freshFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), "files-")));
const folder = freshFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const files = createNodeFiles();
const asRoot = process.getuid?.() === 0;
const onLinux = process.platform === "linux";

filesContract("this machine's disk", () => {
  const own = freshFolder();
  return { files, folder: own, dispose: () => rmSync(own, { recursive: true, force: true }) };
});

const failure = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable("it should have failed"),
    (error: unknown) => error,
  );
const ioError = (path: string, sentence: string, errno?: string): object =>
  expect.objectContaining({
    code: "IO_ERROR",
    message: `${path} ${sentence}`,
    details: errno === undefined ? { path } : { path, errno },
  });

describe("what is no ordinary text file is refused without waiting", () => {
  it("a pipe, for reading and for writing", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    for (const read of [files.read(pipe), files.readTail(pipe, 9), files.readLines(pipe, 0, 9)]) {
      expect(await failure(read)).toEqual(ioError(pipe, "can't be read: it is no regular file."));
    }
    for (const write of [files.write(pipe, "x"), files.append(pipe, "x")]) {
      expect(await failure(write)).toEqual(
        ioError(pipe, "can't be written: it is no regular file.", "ENXIO"),
      );
    }
  });

  it("a device", async () => {
    expect(await failure(files.read("/dev/zero"))).toEqual(
      ioError("/dev/zero", "can't be read: it is no regular file."),
    );
  });

  it("a folder", async () => {
    expect(await failure(files.read(folder))).toEqual(ioError(folder, "can't be read: it is a folder."));
    expect(await failure(files.write(folder, ""))).toEqual(
      ioError(folder, "can't be written: it is a folder.", "EISDIR"),
    );
  });

  it("a file above the cap, of which the tail can still be read", async () => {
    const large = join(folder, "large");
    writeFileSync(large, "");
    truncateSync(large, MAX_FILE_BYTES + 1);
    expect(await failure(files.read(large))).toEqual(
      ioError(large, "can't be read: it is larger than 256 MiB."),
    );
    expect(await files.readTail(large, 3)).toBe("\0\0\0");
    rmSync(large);
  });

  it("other encodings, which would not survive being written back; a tail is only looked at", async () => {
    const latin = join(folder, "latin1");
    writeFileSync(latin, Buffer.from("gr\xf6\xdfe\n", "latin1"));
    expect(await failure(files.read(latin))).toMatchObject({
      code: "IO_ERROR",
      message: `${latin} can't be read: it is not UTF-8 text.`,
      details: { path: latin, notText: true },
    });
    expect(await files.readTail(latin, 100)).toBe("gr\ufffd\ufffde\n");
  });
});

describe("failures in plain words", () => {
  it.runIf(onLinux)("a full disk", async () => {
    expect(await failure(files.write("/dev/full", "x"))).toEqual(
      ioError("/dev/full", "can't be written: no space left on the disk.", "ENOSPC"),
    );
    expect(await failure(files.append("/dev/full", "x"))).toEqual(
      ioError("/dev/full", "can't be written: no space left on the disk.", "ENOSPC"),
    );
  });

  it.runIf(process.platform === "linux")("a folder where none can be made", async () => {
    expect(await failure(files.makeDir("/proc/a/b"))).toEqual(
      ioError("/proc/a/b", "can't be created: its folder does not exist.", "ENOENT"),
    );
  });

  it.skipIf(asRoot)("a folder that may not be written", async () => {
    const locked = join(folder, "locked");
    mkdirSync(locked, { mode: 0o555 });
    const path = join(locked, "a");
    expect(await failure(files.write(path, "x"))).toEqual(
      ioError(path, "can't be written: permission denied.", "EACCES"),
    );
    expect(await failure(files.makeDir(path))).toEqual(
      ioError(path, "can't be created: permission denied.", "EACCES"),
    );
  });

  it.skipIf(asRoot)("a file that may not be read", async () => {
    const path = join(folder, "secret");
    writeFileSync(path, "x", { mode: 0 });
    expect(await failure(files.read(path))).toEqual(
      ioError(path, "can't be read: permission denied.", "EACCES"),
    );
  });

  it("a folder that isn't there, a name too long, links in a circle", async () => {
    const orphan = join(folder, "no/where");
    expect(await failure(files.write(orphan, "x"))).toEqual(
      ioError(orphan, "can't be written: its folder does not exist.", "ENOENT"),
    );
    const long = join(folder, "x".repeat(300));
    expect(await failure(files.read(long))).toEqual(
      ioError(long, "can't be read: the name is too long.", "ENAMETOOLONG"),
    );
    const circle = join(folder, "circle");
    symlinkSync(circle, circle);
    expect(await failure(files.read(circle))).toEqual(
      ioError(circle, "can't be read: its links lead in a circle.", "ELOOP"),
    );
  });

  it.each([
    ["EROFS", "the file system is read-only"],
    ["EDQUOT", "the disk quota is used up"],
    ["EMFILE", "too many open files"],
    ["ENOTDIR", "a part of its path is no folder"],
    ["EIO", "the disk reports an error"],
  ])("%s", (errno, words) => {
    const cause = Object.assign(new Error("raw"), { code: errno });
    expect(fileError("written", "/p", cause)).toMatchObject({
      message: `/p can't be written: ${words}.`,
      details: { path: "/p", errno },
      cause,
    });
  });

  it("an unknown one in the system's own", () => {
    const cause = Object.assign(new Error("EWEIRD: it went wrong"), { code: "EWEIRD" });
    expect(fileError("removed", "/p", cause).message).toBe("/p can't be removed: EWEIRD: it went wrong.");
  });
});

describe("writing", () => {
  it("sets the mode of a new file", async () => {
    const path = join(folder, "private");
    await files.write(path, "x", { exclusive: true, mode: 0o600 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await files.stat(path))?.mode).toBe(statSync(path).mode);
  });

  it("follows a link to the file it names", async () => {
    const [target, link] = [join(folder, "target"), join(folder, "link")];
    writeFileSync(target, "old");
    symlinkSync(target, link);
    await files.write(link, "new");
    expect(readFileSync(target, "utf8")).toBe("new");
    expect(await files.linkStat(link)).toMatchObject({ kind: "link" });
    expect(await files.stat(link)).toMatchObject({ kind: "file" });
    expect(await files.realPath(link)).toBe(target);
    expect(await files.list(folder)).toContainEqual({ name: "link", kind: "link" });
  });

  it("keeps the order of appends that nobody waits for", async () => {
    const path = join(folder, "order");
    const numbers = Array.from({ length: 200 }, (_, index) => `${index}\n`);
    await Promise.all(numbers.map((line) => files.append(path, line)));
    expect(readFileSync(path, "utf8")).toBe(numbers.join(""));
  });

  it.runIf(onLinux && asRoot)("leaves no half of a new file on a full disk", async ({ skip }) => {
    const disk = join(folder, "disk");
    mkdirSync(disk);
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], { stdio: "ignore" });
    } catch {
      skip("a tmpfs can't be mounted here");
    }
    try {
      const path = join(disk, "a");
      expect(await failure(files.write(path, "x".repeat(100_000), { exclusive: true }))).toEqual(
        ioError(path, "can't be written: no space left on the disk.", "ENOSPC"),
      );
      expect(readdirSync(disk)).toEqual([]);
    } finally {
      execFileSync("umount", [disk]);
    }
  });
});

test("a fence stands around where its folder's name leads now, and is the same as long as it leads there", async () => {
  const [one, two, name] = [freshFolder(), freshFolder(), join(freshFolder(), "root")];
  for (const target of [one, two]) {
    writeFileSync(join(target, "a"), target);
    rmSync(name, { force: true });
    symlinkSync(target, name);
    expect(await files.within(name).read(join(name, "a"))).toBe(target);
    expect(files.within(name)).toBe(files.within(name));
  }
});

test("of many fences only the last are kept", () => {
  const folders = Array.from({ length: 5 }, () => freshFolder());
  const [first, ...rest] = folders.map((folder) => files.within(folder));
  expect(folders.slice(1).every((folder, at) => files.within(folder) === rest[at])).toBe(true);
  expect(files.within(folders[0] ?? "")).not.toBe(first);
});

describe("watching", () => {
  it("tells which name changed", async () => {
    const watched = freshFolder();
    const names = new Set<string | null>();
    const release = files.watch(watched, (name) => names.add(name));
    writeFileSync(join(watched, "a"), "x");
    await expect.poll(() => names.has("a")).toBe(true);
    release();
    const others = new Set<string | null>();
    const releaseOther = files.watch(watched, (name) => others.add(name));
    writeFileSync(join(watched, "b"), "x");
    await expect.poll(() => others.has("b")).toBe(true);
    // By the next it would have heard of this one, too.
    writeFileSync(join(watched, "c"), "x");
    await expect.poll(() => others.has("c")).toBe(true);
    releaseOther();
    expect(names).toEqual(new Set(["a"]));
    rmSync(watched, { recursive: true });
  });

  it("bears that the folder goes away", async () => {
    const watched = freshFolder();
    let told = 0;
    const release = files.watch(watched, () => (told += 1));
    rmSync(watched, { recursive: true });
    await expect.poll(() => told).toBeGreaterThan(0);
    expect(release).not.toThrow();
  });
});
