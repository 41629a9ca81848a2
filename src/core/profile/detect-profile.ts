import {
  isNodeMonorepo,
  nodeCommands,
  nodePackageManager,
  readPackageJson,
} from "#core/profile/node-project";
import type { ProfileProblem, ProjectFacts } from "#core/profile/project-facts";
import { pythonCommands } from "#core/profile/python-project";
import { composeVerify } from "#core/profile/verify-command";
import type { ProfileCommands, ProjectProfile } from "#contracts/schema/profile";

export interface Detection {
  readonly profile: ProjectProfile;
  /** Files that say what the stack is, but can't be understood. */
  readonly problems: readonly ProfileProblem[];
}

/** The files whose content counts; of all others only the presence. */
export const filesToRead = [
  "package.json",
  "pyproject.toml",
  "setup.cfg",
  "setup.py",
  "tox.ini",
  "requirements.txt",
  "requirements-dev.txt",
  "dev-requirements.txt",
] as const;

const NO_COMMANDS: ProfileCommands = { test: null, typecheck: null, lint: null, build: null, format: null };

const GO_COMMANDS: ProfileCommands = {
  test: "go test ./...",
  typecheck: "go vet ./...",
  lint: null,
  build: "go build ./...",
  format: null,
};

const RUST_COMMANDS: ProfileCommands = {
  test: "cargo test",
  typecheck: "cargo check",
  lint: "cargo clippy",
  build: "cargo build",
  format: "cargo fmt --check",
};

/** The stack by the first file that tells it, and the commands that the project itself names: none that isn't there, none that writes. */
export function detectProfile(facts: ProjectFacts): Detection {
  const has = (...names: readonly string[]): boolean => names.some((name) => facts.entries.includes(name));
  if (has("package.json")) return detectNode(facts);
  if (has("pyproject.toml", "setup.py", "requirements.txt")) return found("python", pythonCommands(facts));
  if (has("go.mod")) return found("go", GO_COMMANDS);
  if (has("Cargo.toml")) return found("rust", RUST_COMMANDS);
  return found("unknown", NO_COMMANDS);
}

function found(stack: string, commands: ProfileCommands): Detection {
  const profile = { stack, packageManager: null, monorepo: false, commands, verify: composeVerify(commands) };
  return { profile, problems: [] };
}

function detectNode(facts: ProjectFacts): Detection {
  const { manifest, problem } = readPackageJson(facts.files["package.json"] ?? "");
  const packageManager = nodePackageManager(manifest, facts.entries);
  const commands = nodeCommands(manifest, packageManager);
  const profile: ProjectProfile = {
    stack: facts.entries.includes("tsconfig.json") ? "node-typescript" : "node-javascript",
    packageManager,
    monorepo: isNodeMonorepo(manifest, facts.entries),
    commands,
    verify: composeVerify(commands),
  };
  return { profile, problems: problem === null ? [] : [problem] };
}
