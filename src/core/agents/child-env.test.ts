import { describe, expect, it } from "vitest";
import { childEnv, type ChildEnvInput } from "#core/agents/child-env";

const env = (more: Partial<ChildEnvInput> = {}): Record<string, string> =>
  childEnv({
    parent: { PATH: "/bin" },
    suppress: false,
    extra: {},
    agentEnv: {},
    mark: "run.1",
    stateDir: "/p/.tool",
    itemId: "003",
    ...more,
  });

describe("the environment of a session", () => {
  it("is the runner's own, and what the session is", () => {
    expect(env()).toEqual({
      PATH: "/bin",
      TOOL_SESSION: "run.1",
      TOOL_NON_INTERACTIVE: "1",
      TOOL_STATE_DIR: "/p/.tool",
      TOOL_ITEM_ID: "003",
    });
  });

  it("names no item in a review, not even one of a loop outside", () => {
    expect(env({ itemId: null, parent: { TOOL_ITEM_ID: "999" } })).not.toHaveProperty("TOOL_ITEM_ID");
  });

  it("bears the marks of all the sessions that it runs in", () => {
    expect(env({ parent: { TOOL_SESSION: "a.1:b.2" } })["TOOL_SESSION"]).toBe("a.1:b.2:run.1");
    expect(env({ parent: { TOOL_SESSION: "" } })["TOOL_SESSION"]).toBe("run.1");
  });

  const NAME = "ENABLE_CODE_SECURITY_REVIEW";
  it.each<[string, Partial<ChildEnvInput>, string | undefined]>([
    ["inherits without suppression", { parent: { [NAME]: "1" } }, "1"],
    ["suppresses", { suppress: true, parent: { [NAME]: "1" } }, "0"],
    ["suppresses over the agent's settings", { suppress: true, agentEnv: { [NAME]: "1" } }, "0"],
    ["lets childEnv win", { suppress: true, extra: { [NAME]: "2" } }, "2"],
    ["adds nothing by itself", {}, undefined],
  ])("%s", (_, more, expected) => {
    expect(env(more)[NAME]).toBe(expected);
  });

  it("lets childEnv win over the agent's settings, and nothing over the mark", () => {
    const all = { X: "agent", TOOL_SESSION: "forged", TOOL_STATE_DIR: "/elsewhere" };
    expect(
      env({ parent: { X: "outer" }, agentEnv: all, extra: { X: "run", TOOL_SESSION: "forged" } }),
    ).toMatchObject({
      X: "run",
      TOOL_SESSION: "run.1",
      TOOL_STATE_DIR: "/p/.tool",
    });
  });

  it("leaves the given environments as they are", () => {
    const parent = { A: "1", TOOL_ITEM_ID: "9" };
    env({ parent, itemId: null });
    expect(parent).toEqual({ A: "1", TOOL_ITEM_ID: "9" });
  });
});
