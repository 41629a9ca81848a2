import { expect, it } from "vitest";
import { checkArtifacts } from "#core/doctor/check-artifacts";
import type { ArtifactState, UpdatePlan } from "#contracts/schema/install-report";

const plan = (
  ...files: readonly (readonly [file: string, state: ArtifactState, written: boolean])[]
): UpdatePlan => ({
  installedBy: "1.0.0",
  version: "1.0.0",
  stale: files.some(([, , written]) => written),
  files: files.map(([file, state, written]) => ({ file, state, detail: "", diff: written ? "+" : null })),
});

it.each<[string, UpdatePlan, "ok" | "warning", string]>([
  [
    "all as they should be",
    plan([".tool.json", "ok", false], ["x", "ok", false]),
    "ok",
    "all 2 are up to date",
  ],
  ["one that is the user's", plan(["x", "ok", false], ["y", "kept", false]), "ok", "all 2 are up to date"],
  ["one of two", plan(["x", "stale", true], ["y", "ok", false]), "warning", "1 of 2 is out of date"],
  ["all", plan(["x", "missing", true], ["y", "edited", true]), "warning", "2 of 2 are out of date"],
  [
    "the marker alone",
    plan([".tool.json", "ok", true], ["y", "ok", false]),
    "warning",
    "the files are up to date, only the marker is not",
  ],
  [
    "a backlog that git is to bring back",
    plan([".tool/backlog.json", "missing", false], ["y", "ok", false]),
    "ok",
    "all 1 are up to date",
  ],
])("%s", (_, given, result, message) => {
  const found = checkArtifacts(given);
  expect(found).toMatchObject({ result, message });
  expect(found.remedies).toEqual(result === "ok" ? [] : [{ command: "tool update" }]);
});
