import { describe, expect, test } from "vitest";
import { describeStack } from "#core/profile/describe-stack";
import { detectProfile, filesToRead, type Detection } from "#core/profile/detect-profile";
import { applyOverrides, composeVerify } from "#core/profile/verify-command";
import type { ProfileCommands } from "#contracts/schema/profile";

/** A folder of these files; `true` stands for any content. */
function detect(folder: Record<string, string | true>): Detection {
  const files = Object.fromEntries(
    filesToRead.map((name) => [name, typeof folder[name] === "string" ? folder[name] : null]),
  );
  return detectProfile({ files, entries: Object.keys(folder) });
}

const manifest = (fields: object): string => JSON.stringify(fields);
const none: ProfileCommands = { test: null, typecheck: null, lint: null, build: null, format: null };

test.each<[Record<string, string | true>, string]>([
  [{ "package.json": "{}", "tsconfig.json": true, "go.mod": true }, "node-typescript"],
  [{ "package.json": "{}", "pyproject.toml": "" }, "node-javascript"],
  [{ "pyproject.toml": "", "go.mod": true }, "python"],
  [{ "setup.py": "" }, "python"],
  [{ "requirements.txt": "" }, "python"],
  [{ "go.mod": true, "Cargo.toml": true }, "go"],
  [{ "Cargo.toml": true }, "rust"],
  [{ "README.md": true }, "unknown"],
  [{}, "unknown"],
])("%j is %s", (folder, stack) => {
  expect(detect(folder).profile.stack).toBe(stack);
});

test("an unknown stack has no commands, and nothing to verify", () => {
  expect(detect({}).profile).toEqual({
    stack: "unknown",
    packageManager: null,
    monorepo: false,
    commands: none,
    verify: "",
  });
});

describe("node", () => {
  test.each<[Record<string, string | true>, string]>([
    [{ "package.json": manifest({ packageManager: "pnpm@9.1.0" }), "yarn.lock": true }, "pnpm"],
    [{ "package.json": manifest({ packageManager: "bun@1.1" }) }, "bun"],
    [{ "package.json": manifest({ packageManager: "cnpm@1" }), "yarn.lock": true }, "yarn"],
    [{ "package.json": "{}", "pnpm-lock.yaml": true, "package-lock.json": true }, "pnpm"],
    [{ "package.json": "{}", "bun.lockb": true, "yarn.lock": true }, "bun"],
    [{ "package.json": "{}", "bun.lock": true }, "bun"],
    [{ "package.json": "{}", "yarn.lock": true, "package-lock.json": true }, "yarn"],
    [{ "package.json": "{}", "package-lock.json": true }, "npm"],
    [{ "package.json": "{}" }, "npm"],
    [{ "package.json": manifest({ packageManager: 7 }) }, "npm"],
  ])("%j is managed by %s", (folder, manager) => {
    expect(detect(folder).profile.packageManager).toBe(manager);
  });

  test.each<[Record<string, string | true>, boolean]>([
    [{ "package.json": "{}" }, false],
    [{ "package.json": "{}", "pnpm-workspace.yaml": true }, true],
    [{ "package.json": "{}", "lerna.json": true }, true],
    [{ "package.json": manifest({ workspaces: ["packages/*"] }) }, true],
    [{ "package.json": manifest({ workspaces: { packages: ["a"] } }) }, true],
  ])("%j is a monorepo: %s", (folder, monorepo) => {
    expect(detect(folder).profile.monorepo).toBe(monorepo);
  });

  const scripts = {
    test: "vitest",
    typecheck: "tsc",
    lint: "x",
    build: "y",
    "format:check": "prettier --check .",
  };
  test.each([
    ["npm", "npm test && npm run typecheck && npm run lint && npm run build && npm run format:check"],
    ["pnpm", "pnpm test && pnpm typecheck && pnpm lint && pnpm build && pnpm format:check"],
    ["yarn", "yarn test && yarn typecheck && yarn lint && yarn build && yarn format:check"],
    ["bun", "bun run test && bun run typecheck && bun run lint && bun run build && bun run format:check"],
  ])("%s runs every script that is there", (packageManager, verify) => {
    const { profile } = detect({
      "package.json": manifest({ packageManager: `${packageManager}@1`, scripts }),
    });
    expect(profile.verify).toBe(verify);
  });

  test.each<[object, Partial<ProfileCommands>]>([
    [{ "type-check": "tsc" }, { typecheck: "npm run type-check" }],
    [{ typecheck: "a", "type-check": "b" }, { typecheck: "npm run typecheck" }],
    [{ test: 'echo "Error: no test specified" && exit 1' }, {}],
    [{ format: "prettier --write ." }, {}],
    [{ "format:check": "prettier --write ." }, {}],
    [{ lint: "", build: 7 }, {}],
    [{ start: "node ." }, {}],
  ])("of %j only %j counts", (scripts, expected) => {
    expect(detect({ "package.json": manifest({ scripts }) }).profile.commands).toEqual({
      ...none,
      ...expected,
    });
  });

  test.each([
    ["{", { file: "package.json", kind: "syntax", message: "not valid JSON" }],
    ["", { file: "package.json", kind: "syntax", message: "not valid JSON" }],
    ["[]", { file: "package.json", kind: "shape", message: "not a JSON object" }],
  ])("a package.json of %j is a problem, not a crash", (text, problem) => {
    const { profile, problems } = detect({ "package.json": text });
    expect(problems).toEqual([problem]);
    expect(profile).toMatchObject({ stack: "node-javascript", commands: none });
  });
});

describe("python", () => {
  const all = { test: "pytest", typecheck: "mypy .", lint: "ruff check .", format: "ruff format --check ." };
  test.each<[Record<string, string | true>, Partial<ProfileCommands>]>([
    [{ "pyproject.toml": "[tool.pytest.ini_options]\n[tool.mypy]\n[tool.ruff]\n" }, all],
    [{ "requirements.txt": "flask\n", "requirements-dev.txt": "pytest==8\nmypy\nruff>=0.5\n" }, all],
    [{ "setup.py": "", "pytest.ini": true, "mypy.ini": true, ".ruff.toml": true }, all],
    [{ "pyproject.toml": "", "conftest.py": true }, { test: "pytest" }],
    [{ "requirements.txt": "black\nmypy-extensions==1.0\npytest-cov\n" }, {}],
    [{ "requirements.txt": "flask # no pytest, no ruff\n" }, {}],
    [{ "pyproject.toml": "[project]\n", "tox.ini": "commands = pytest {posargs}" }, { test: "pytest" }],
  ])("%j", (folder, expected) => {
    expect(detect(folder).profile.commands).toEqual({ ...none, ...expected });
  });
});

test.each([
  ["go.mod", "go test ./... && go vet ./... && go build ./..."],
  ["Cargo.toml", "cargo test && cargo check && cargo clippy && cargo build && cargo fmt --check"],
])("%s brings its standard commands", (file, verify) => {
  const { profile } = detect({ [file]: true });
  expect(profile.verify).toBe(verify);
  expect(composeVerify(profile.commands)).toBe(verify);
});

test("overrides replace, an empty one switches off, and verify follows", () => {
  const { profile } = detect({ "go.mod": true });
  const changed = applyOverrides(profile, {
    test: " make test ",
    typecheck: "",
    lint: undefined,
    format: null,
  });
  expect(changed.commands).toEqual({ ...none, test: "make test", build: "go build ./..." });
  expect(changed.verify).toBe("make test && go build ./...");
});

test.each([
  [{ stack: "node-typescript", packageManager: "pnpm", monorepo: true }, "node-typescript, pnpm, monorepo"],
  [{ stack: "python", packageManager: null, monorepo: false }, "python"],
])("%j is described as %s", (profile, words) => {
  expect(describeStack(profile)).toBe(words);
});
