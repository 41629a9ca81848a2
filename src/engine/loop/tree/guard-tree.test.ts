import { describe, expect, it } from "vitest";
import { ToolError } from "#contracts/error";
import { backlogPaths } from "#contracts/paths";
import type { DirtyEntry } from "#engine/git-port";
import { guardTree } from "#engine/loop/tree/guard-tree";

const refusal = (...dirty: readonly DirtyEntry[]): ToolError => {
  const head = { branch: "night", commit: "3f2a1c9" };
  const facts = {
    head,
    dirty,
    nested: [],
    resumedOn: null,
    lastBranch: null,
    unfinished: null,
    verify: "",
    prefix: "",
    dirtySubmodules: [],
    newBranch: "night",
  };
  try {
    guardTree(backlogPaths("/code/ledger-api"), facts, { force: false, allowDirty: false });
  } catch (error) {
    if (error instanceof ToolError) return error;
  }
  throw new Error("it was not refused");
};

describe("what install wrote", () => {
  it("and nobody has committed is to be committed", () => {
    const error = refusal(
      { path: ".tool/TOOL.md", kind: "untracked" },
      { path: "AGENTS.md", kind: "changed" },
    );
    expect(error.message).toBe("What install wrote in ledger-api is not committed.");
    expect(error.hints).toEqual([{ command: 'git add -A && git commit -m "Set up tool"' }]);
  });

  it("and is gone is to be brought back, not to be committed as gone", () => {
    const error = refusal({ path: ".tool/TOOL.md", kind: "deleted" }, { path: "AGENTS.md", kind: "changed" });
    expect(error.message).toBe("What install wrote in ledger-api is missing.");
    expect(error.reason).toBe(".tool/TOOL.md.");
    expect(error.hints).toEqual([{ command: "tool update", purpose: "bring it back" }]);
  });
});
