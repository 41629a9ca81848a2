import { expect, test } from "vitest";
import { detectProfile, filesToRead } from "#core/profile/detect-profile";
import { composeVerify } from "#core/profile/verify-command";
import type { FixtureProject } from "../../../test/projects/fixture-project.ts";
import { NODE_PROJECTS } from "../../../test/projects/node-projects.ts";
import { OTHER_PROJECTS } from "../../../test/projects/other-projects.ts";

const none = { test: null, typecheck: null, lint: null, build: null, format: null };

test.each([...NODE_PROJECTS, ...OTHER_PROJECTS].map((one) => [one.name, one] as const))(
  "%s",
  (_, { files, profile, problems = [] }: FixtureProject) => {
    const entries = [...new Set(Object.keys(files).map((path) => path.split("/")[0] ?? path))];
    const read = Object.fromEntries(filesToRead.map((name) => [name, files[name] ?? null]));
    const detected = detectProfile({ files: read, entries });
    const commands = { ...none, ...profile.commands };
    expect(detected.profile).toEqual({ ...profile, commands, verify: composeVerify(commands) });
    expect(detected.problems.map(({ file }) => file)).toEqual(problems);
  },
);
