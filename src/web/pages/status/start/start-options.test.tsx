import { describe, expect, it } from "vitest";
import type { MarkerOptions } from "#contracts/schema/marker";
import {
  formFaults,
  startBody,
  startCommand,
  startDefaults,
  type StartForm,
} from "#web/pages/status/start/start-options";

const defaults = (stored: MarkerOptions = {}) => startDefaults(stored, [], undefined);
const bodyOf = (change: Partial<StartForm>, stored: MarkerOptions = {}) => {
  const known = defaults(stored);
  return startBody({ ...known.form, ...change }, known);
};

it("says where each value comes from", () => {
  expect(defaults().from).toMatchObject({
    iterations: "computed from 0 pending items",
    minutes: "the default",
  });
  expect(defaults({ maxIterations: 30, sessionTimeout: 5 })).toMatchObject({
    form: { iterations: "30", minutes: "5" },
    from: { iterations: "from the project settings", minutes: "from the project settings" },
  });
  expect(startDefaults({}, [], "codex")).toMatchObject({
    agent: "codex",
    from: { agent: "from the tool's settings" },
  });
});

it("sends the budget, and of the rest what was changed", () => {
  expect(bodyOf({})).toEqual({ maxIterations: 20 });
  const all = bodyOf({
    iterations: "5",
    agent: "codex",
    model: " o4 ",
    retries: "0",
    minutes: "0.5",
    itemModels: false,
    reviewOnly: true,
    sessionReview: false,
    pauseAtQuestion: true,
    retryBlocked: true,
    sleepOnLimit: false,
    breaker: "9",
    variables: "A=1\n\n B=x=y ",
  });
  expect(all).toEqual({
    maxIterations: 5,
    provider: "codex",
    model: "o4",
    maxRetries: 0,
    sessionTimeoutMinutes: 0.5,
    ignoreItemModel: true,
    review: true,
    reviewOnly: true,
    suppressIterationReview: true,
    pauseOnNeedsHuman: true,
    retryBlocked: true,
    sleepOnLimit: false,
    circuitBreakerThreshold: 9,
    childEnv: { A: "1", B: "x=y" },
  });
  expect(startCommand(all, "/home/ada/my app", true)).toBe(
    "tool loop run '/home/ada/my app' --detached --iterations 5 --agent codex --model o4 --retries 0 --timeout 0.5 --no-model --review-only --suppress-iteration-review --pause-on-needs-human --retry-blocked --no-sleep-on-limit --breaker 9 --env A=1 --env B=x=y --force",
  );
});

describe("what can't be sent", () => {
  it.each<[Partial<StartForm>, keyof StartForm]>([
    [{ iterations: "0" }, "iterations"],
    [{ iterations: "" }, "iterations"],
    [{ retries: "-1" }, "retries"],
    [{ minutes: "0" }, "minutes"],
    [{ minutes: "soon" }, "minutes"],
    [{ breaker: "1.5" }, "breaker"],
    [{ variables: "A=1\nnonsense" }, "variables"],
  ])("%o", (change, field) => {
    expect(Object.keys(formFaults({ ...defaults().form, ...change }))).toEqual([field]);
  });

  it("is nothing by default", () => {
    expect(formFaults(defaults().form)).toEqual({});
  });
});
