import type { ProfileProblem } from "#core/profile/project-facts";
import { isUsableScript } from "#core/profile/usable-script";
import { PACKAGE_MANAGERS, type CommandName, type PackageManager } from "#contracts/project-rules";
import type { ProfileCommands } from "#contracts/schema/profile";

/** A parsed package.json; {} when it can't be understood. */
export type PackageManifest = Readonly<Record<string, unknown>>;

/** The manifest, or why there is none. */
export function readPackageJson(text: string): { manifest: PackageManifest; problem: ProfileProblem | null } {
  const problem = (kind: ProfileProblem["kind"], message: string): ProfileProblem => ({
    file: "package.json",
    kind,
    message,
  });
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isRecord(value)
      ? { manifest: value, problem: null }
      : { manifest: {}, problem: problem("shape", "not a JSON object") };
  } catch {
    return { manifest: {}, problem: problem("syntax", "not valid JSON") };
  }
}

const LOCK_FILES: readonly (readonly [string, PackageManager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["yarn.lock", "yarn"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
];

/** By the packageManager field ("pnpm@9.1.0"), else the lock file, else npm. */
export function nodePackageManager(manifest: PackageManifest, entries: readonly string[]): PackageManager {
  const field = manifest["packageManager"];
  const named = typeof field === "string" ? field.split("@")[0] : undefined;
  const byField = PACKAGE_MANAGERS.find((manager) => manager === named);
  return byField ?? LOCK_FILES.find(([file]) => entries.includes(file))?.[1] ?? "npm";
}

/** Whether one of the usual signs of workspaces is there. */
export function isNodeMonorepo(manifest: PackageManifest, entries: readonly string[]): boolean {
  const workspaces = manifest["workspaces"];
  const hasField = Array.isArray(workspaces) || isRecord(workspaces);
  return hasField || entries.includes("pnpm-workspace.yaml") || entries.includes("lerna.json");
}

/** Script names that may stand for a command; the first that is there counts. */
const SCRIPTS: Readonly<Record<CommandName, readonly string[]>> = {
  test: ["test"],
  typecheck: ["typecheck", "type-check"],
  lint: ["lint"],
  build: ["build"],
  format: ["format:check"],
};

/** Existing scripts only, run by the package manager. */
export function nodeCommands(manifest: PackageManifest, packageManager: PackageManager): ProfileCommands {
  const scripts = isRecord(manifest["scripts"]) ? manifest["scripts"] : {};
  const command = (name: CommandName): string | null => {
    const script = SCRIPTS[name].find((candidate) => isUsableScript(candidate, scripts));
    return script === undefined ? null : runScript(packageManager, script);
  };
  return {
    test: command("test"),
    typecheck: command("typecheck"),
    lint: command("lint"),
    build: command("build"),
    format: command("format"),
  };
}

function runScript(packageManager: PackageManager, script: string): string {
  switch (packageManager) {
    case "npm":
      return script === "test" ? "npm test" : `npm run ${script}`;
    case "bun":
      return `bun run ${script}`;
    case "pnpm":
    case "yarn":
      return `${packageManager} ${script}`;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
