import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { GitRepository } from "#engine/git-port";
import { createGitCli } from "#platform/git-cli";
import { scratchRepository, type ScratchRepository } from "../../../test/contracts/scratch-repository.ts";

describe("submodules with uncommitted work", () => {
  const git = createGitCli();
  let scratch: ScratchRepository;
  let repository: GitRepository;

  const add = (name: string): void => {
    scratch.put({ [`${name}/inner.txt`]: "inner" });
    scratch.git("init", "-q", name);
    const who = ["-c", "user.name=B", "-c", "user.email=b@example.org"];
    scratch.git("-C", name, "add", "-A");
    scratch.git("-C", name, ...who, "commit", "-q", "-m", "inner");
    scratch.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", `./${name}`, name);
  };
  const dirty = (): Promise<string[]> => git.dirtySubmodules(repository);

  beforeEach(async () => {
    scratch = scratchRepository();
    const found = await git.repository(scratch.path);
    if (found === null) throw new Error("no repository");
    repository = found;
  });

  it("are none where there is no submodule, whatever else is dirty", async () => {
    scratch.put({ "loose.txt": "x" });
    expect(await dirty()).toEqual([]);
  });

  it.each([
    ["a changed file", "inner.txt"],
    ["a new one", "new.txt"],
  ])("are named for %s, and no others", async (_, file) => {
    add("clean");
    add("lib with a space");
    scratch.git("commit", "-q", "-m", "submodules");
    expect(await dirty()).toEqual([]);
    writeFileSync(join(scratch.path, "lib with a space", file), "changed");
    scratch.put({ "loose.txt": "x" });
    expect(await dirty()).toEqual(["lib with a space"]);
  });

  it("are none where the submodule has committed it: that commit can be recorded", async () => {
    add("lib");
    scratch.git("commit", "-q", "-m", "submodule");
    writeFileSync(join(scratch.path, "lib", "inner.txt"), "changed");
    const who = ["-c", "user.name=B", "-c", "user.email=b@example.org"];
    scratch.git("-C", "lib", ...who, "commit", "-q", "-a", "-m", "more");
    expect(await dirty()).toEqual([]);
  });
});
