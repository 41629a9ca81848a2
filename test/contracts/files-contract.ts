import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Files } from "#engine/ports";

export interface FilesUnderTest {
  readonly files: Files;
  /** An absolute, empty folder. */
  readonly folder: string;
  readonly dispose: () => void;
}

const IO_ERROR = { name: "ToolError", code: "IO_ERROR" };

/** What every implementation of Files keeps to, the real one and the fakes alike. */
export function filesContract(name: string, create: () => FilesUnderTest): void {
  describe(`files: ${name}`, () => {
    let under: FilesUnderTest;
    let files: Files;
    const at = (path: string): string => `${under.folder}/${path}`;
    beforeEach(() => {
      under = create();
      files = under.files;
    });
    afterEach(() => under.dispose());

    describe("absence is a value", () => {
      it.each([
        ["read", (path: string) => files.read(path), null],
        ["readTail", (path: string) => files.readTail(path, 10), null],
        ["readLines", (path: string) => files.readLines(path, 0, 10), null],
        ["stat", (path: string) => files.stat(path), null],
        ["linkStat", (path: string) => files.linkStat(path), null],
        ["realPath", (path: string) => files.realPath(path), null],
        ["list", (path: string) => files.list(path), null],
        ["remove", (path: string) => files.remove(path), false],
        ["removeDir", (path: string) => files.removeDir(path), undefined],
      ] as const)("for %s", async (_method, call, value) => {
        expect(await call(at("nothing"))).toBe(value);
        expect(await call(at("nothing/below/nothing"))).toBe(value);
      });

      it("but not for what was to be moved, nor for the folder of what is written", async () => {
        await expect(files.rename(at("nothing"), at("other"))).rejects.toMatchObject(IO_ERROR);
        await expect(files.write(at("no folder/file"), "x")).rejects.toMatchObject(IO_ERROR);
        await expect(files.append(at("no folder/file"), "x")).rejects.toMatchObject(IO_ERROR);
      });
    });

    describe("read and write", () => {
      it("gives back what was written, and replaces it", async () => {
        expect(await files.write(at("a"), "größe 😀\r\n\n")).toBe("written");
        expect(await files.read(at("a"))).toBe("größe 😀\r\n\n");
        await files.write(at("a"), "x");
        expect(await files.read(at("a"))).toBe("x");
        await files.write(at("a"), "");
        expect(await files.read(at("a"))).toBe("");
      });

      it("reads without a byte order mark", async () => {
        await files.write(at("a"), "\ufeffx\ufeff");
        expect(await files.read(at("a"))).toBe("x\ufeff");
        expect(await files.readTail(at("a"), 100)).toBe("x\ufeff");
      });

      it("doesn't touch what is there when writing is exclusive", async () => {
        expect(await files.write(at("a"), "first", { exclusive: true })).toBe("written");
        expect(await files.write(at("a"), "second", { exclusive: true })).toBe("exists");
        expect(await files.read(at("a"))).toBe("first");
      });

      it("appends, and makes the file", async () => {
        await files.append(at("log"), "one\n");
        await files.append(at("log"), "two\n");
        expect(await files.read(at("log"))).toBe("one\ntwo\n");
      });

      it("refuses a folder", async () => {
        await files.makeDir(at("folder"));
        await expect(files.read(at("folder"))).rejects.toMatchObject(IO_ERROR);
        await expect(files.write(at("folder"), "x")).rejects.toMatchObject(IO_ERROR);
        await expect(files.append(at("folder"), "x")).rejects.toMatchObject(IO_ERROR);
      });
    });

    describe("tails", () => {
      it.each([
        ["one\ntwo\nthree\n", 100, "one\ntwo\nthree\n"],
        ["one\ntwo\nthree\n", 14, "one\ntwo\nthree\n"],
        ["one\ntwo\nthree\n", 13, "two\nthree\n"],
        ["one\ntwo\nthree\n", 10, "two\nthree\n"],
        ["one\ntwo\nthree\n", 9, "three\n"],
        ["one\ntwo\nthree", 5, "three"],
        ["one\ntwo\nthree", 4, "hree"],
        ["ääää", 5, "ää"],
        ["", 5, ""],
      ])("of %j, %i bytes", async (text, maxBytes, tail) => {
        await files.write(at("a"), text);
        expect(await files.readTail(at("a"), maxBytes)).toBe(tail);
      });
    });

    describe("lines", () => {
      it.each([
        ["one\ntwo\nthr", 0, 100, ["one", "two"], 8],
        ["one\ntwo\nthr", 8, 100, [], 8],
        ["one\ntwo\n", 0, 100, ["one", "two"], 8],
        ["one\ntwo\n", 4, 100, ["two"], 8],
        ["one\ntwo\n", 8, 100, [], 8],
        ["one\ntwo\n", 0, 7, ["one"], 4],
        ["one\ntwo\n", 0, 2, ["one"], 4],
        ["\n\nx\n", 0, 100, ["", "", "x"], 4],
        ["é\nü\n", 3, 100, ["ü"], 6],
        ["short", 100, 100, [], 100],
      ])("of %j from %i, %i bytes", async (text, from, maxBytes, lines, next) => {
        await files.write(at("a"), text);
        expect(await files.readLines(at("a"), from, maxBytes)).toEqual({ lines, next });
      });
    });

    describe("names", () => {
      it("tells kind and size, and another inode after a replacing rename", async () => {
        await files.write(at("a"), "äb");
        await files.makeDir(at("folder"));
        const before = await files.stat(at("a"));
        expect(before).toMatchObject({ kind: "file", size: 3 });
        expect(await files.stat(at("folder"))).toMatchObject({ kind: "directory" });
        await files.write(at("b"), "new");
        await files.rename(at("b"), at("a"));
        expect(await files.read(at("a"))).toBe("new");
        expect(await files.stat(at("b"))).toBeNull();
        expect((await files.stat(at("a")))?.inode).not.toBe(before?.inode);
      });

      it("lists in the order of names", async () => {
        for (const name of ["b", "a", "C", "10", "9"]) await files.write(at(name), "");
        await files.makeDir(at("z/inner"));
        const entries = await files.list(under.folder);
        expect(entries?.map((entry) => entry.name)).toEqual(["10", "9", "C", "a", "b", "z"]);
        expect(entries?.at(-1)).toEqual({ name: "z", kind: "directory" });
        expect(await files.list(at("z/inner"))).toEqual([]);
      });

      it("tells which of many paths are there", async () => {
        await files.write(at("file"), "");
        await files.makeDir(at("folder"));
        const there = [at("file"), at("folder")];
        expect(await files.present([at("gone"), ...there, at("file/below")])).toEqual(there);
        expect(await files.present([])).toEqual([]);
      });

      it("makes folders with their parents, and again", async () => {
        await files.makeDir(at("x/y/z"));
        await files.makeDir(at("x/y/z"));
        expect(await files.stat(at("x/y/z"))).toMatchObject({ kind: "directory" });
        await files.write(at("x/file"), "");
        await expect(files.makeDir(at("x/file"))).rejects.toMatchObject(IO_ERROR);
      });

      it("removes a file once, and a folder with all in it", async () => {
        await files.makeDir(at("x/y"));
        await files.write(at("x/y/a"), "a");
        expect(await files.remove(at("x/y/a"))).toBe(true);
        expect(await files.remove(at("x/y/a"))).toBe(false);
        await expect(files.remove(at("x"))).rejects.toMatchObject(IO_ERROR);
        await files.write(at("x/y/a"), "a");
        await files.removeDir(at("x"));
        expect(await files.stat(at("x"))).toBeNull();
      });

      it("links only a free name to what exists", async () => {
        await files.write(at("a"), "text");
        expect(await files.link(at("a"), at("b"))).toBe("linked");
        expect(await files.read(at("b"))).toBe("text");
        expect(await files.link(at("a"), at("b"))).toBe("exists");
        expect(await files.link(at("gone"), at("c"))).toBe("absent");
        await files.remove(at("a"));
        expect(await files.read(at("b"))).toBe("text");
      });
    });

    it("watches nothing of a folder that isn't there, and stops when released", async () => {
      const release = files.watch(at("nothing"), () => undefined);
      expect(() => {
        release();
        release();
      }).not.toThrow();
    });
  });
}
