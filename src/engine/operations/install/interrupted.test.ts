import { expect, it } from "vitest";
import { ToolError } from "#contracts/error";
import { backlogPaths } from "#contracts/paths";
import { installProject } from "#engine/operations/install/install-project";
import { migrateHome } from "#engine/operations/install/migrate-home";
import { migrateProject } from "#engine/operations/install/migrate-project";
import { uninstallProject } from "#engine/operations/install/uninstall-project";
import { updateProject } from "#engine/operations/install/update-project";
import type { Files, Ports } from "#engine/ports";
import { createMemoryWorld, type MemoryWorld } from "../../../../test/fakes/memory-ports.ts";
import { templateTexts } from "../../../../test/samples/template-texts.ts";

const EFFECTS: readonly string[] = ["write", "append", "rename", "link", "remove", "removeDir", "makeDir"];
const paths = backlogPaths("/work");
const version = "1.0.0";
const HOME = "/home/user";

function world(files: Readonly<Record<string, string>>): MemoryWorld {
  const made = createMemoryWorld();
  made.files.plant({ "/work/notes.md": "mine\n", [`${HOME}/x`]: "", ...files });
  for (const [name, text] of Object.entries(templateTexts)) made.templates.set(name, text);
  return made;
}

const install = (ports: Ports): Promise<unknown> =>
  installProject(ports, { projectPath: "/work", overrides: {}, options: {}, version });

async function installed(files: Readonly<Record<string, string>> = {}): Promise<MemoryWorld> {
  const made = world({ "/work/AGENTS.md": "# Ours\r\n", ...files });
  await install(made.runner());
  return made;
}

/** Installed by another version, and changed since in most of the ways there are. */
async function drifted(): Promise<MemoryWorld> {
  const made = await installed();
  const marker = made.files.textOf("/work/.tool.json")?.replace('"1.0.0"', '"0.9.2"') ?? "";
  made.files.plant({
    "/work/.tool.json": marker,
    "/work/.gitignore": "x\n",
    "/work/AGENTS.md": "# Ours\r\n",
  });
  made.files.plant({ "/work/.tool/backlog.schema.json": "{}" });
  for (const name of ["TOOL.md", "REVIEW.md", "progress.md"]) await made.files.remove(`/work/.tool/${name}`);
  return made;
}

async function lived(): Promise<MemoryWorld> {
  const made = await installed();
  made.files.plant({ "/work/.tool/tool.log": "x", "/work/.tool/archive/2026-11.json": "{}" });
  return made;
}

const legacy = async (): Promise<MemoryWorld> =>
  world({
    "/work/.ralph.json": JSON.stringify({
      ralph: true,
      artifactHashes: { ".ralph/REVIEW.md": "x" },
      options: {},
    }),
    "/work/.ralph/RALPH.md": "End with RALPH_DONE.\n",
    "/work/.ralph/REVIEW.md": "RALPH_REVIEW:{}\n",
    "/work/.ralph/backlog.json": "{}",
    "/work/.ralph/ralph.log": "x",
    "/work/.ralph/archive/20260101-000000-ralph.log": "x",
    "/work/AGENTS.md": "# A\n\n<!-- ralph:begin -->\n.ralph/RALPH.md\n<!-- ralph:end -->\n",
    "/work/.gitignore": "# ralph:begin\n/.ralph/DONE\n# ralph:end\n",
  });

const legacyTop = async (): Promise<MemoryWorld> =>
  world({ "/work/.ralph.json": '{"ralph": true}', "/work/RALPH.md": "End with RALPH_DONE.\n" });

const legacyHome = async (present: Readonly<Record<string, string>>): Promise<MemoryWorld> =>
  world({
    [`${HOME}/.ralph/config.json`]: '{"rootDirectory":"/code","port":1}',
    [`${HOME}/.ralph/server.log`]: "x",
    [`${HOME}/.ralph/server.json`]: '{"pid":999999}',
    ...present,
  });

const migrate = { dryRun: false, backup: true, cleanBackups: false };

/** A runner that is killed at its n-th effect: nothing it awaits ever returns. */
function mortal(ports: Ports, at: number, when: "before" | "after"): { ports: Ports; dead: Promise<"died"> } {
  let count = 0;
  let tell: (word: "died") => void = () => undefined;
  const dead = new Promise<"died">((resolve) => (tell = resolve));
  const never = new Promise<never>(() => undefined);
  const files = new Proxy(ports.files, {
    get(target, name) {
      const method = Reflect.get(target, name) as Files[keyof Files];
      if (typeof name !== "string" || !EFFECTS.includes(name)) return method;
      return async (...args: unknown[]): Promise<unknown> => {
        count += 1;
        const last = count === at;
        if (count > at || (last && when === "before")) {
          tell("died");
          return never;
        }
        const result: unknown = await Reflect.apply(method, target, args);
        if (!last) return result;
        tell("died");
        return never;
      };
    },
  });
  return { ports: { ...ports, files }, dead };
}

/** Without what bears the time at which it was made. */
const treeOf = (made: MemoryWorld): Record<string, string> =>
  Object.fromEntries([...made.files.tree("/")].filter(([path]) => !/legacy-\d+-\d+\.bak\//.test(path)));

/** It was done but for its lock: that there is nothing to do any more is no fault. */
function unlessThrough(error: unknown): void {
  if (error instanceof ToolError && /^(?:ALREADY|NOT)_INSTALLED$/.test(error.code)) return;
  throw error;
}

it.each<[string, () => Promise<MemoryWorld>, (ports: Ports) => Promise<unknown>]>([
  ["install", async () => world({ "/work/AGENTS.md": "# Ours\r\n" }), install],
  ["update", drifted, (ports) => updateProject(ports, paths, { version })],
  ["uninstall", lived, (ports) => uninstallProject(ports, paths, { keepData: true })],
  ["uninstall of everything", lived, (ports) => uninstallProject(ports, paths, { keepData: false })],
  ["migrate", legacy, (ports) => migrateProject(ports, paths, migrate)],
  ["migrate of a file beside", legacyTop, (ports) => migrateProject(ports, paths, migrate)],
  ["migrate of the home", () => legacyHome({}), (ports) => migrateHome(ports, migrate)],
  [
    "migrate of the home into another",
    () => legacyHome({ [`${HOME}/.tool/config.json`]: '{"port":2}' }),
    (ports) => migrateHome(ports, migrate),
  ],
])("%s, killed at any write, is finished by running it again", async (_, prepare, deed) => {
  const whole = await prepare();
  await deed(whole.runner());
  const expected = treeOf(whole);

  let at = 0;
  for (const when of ["before", "after"] as const) {
    for (at = 1; ; at += 1) {
      const made = await prepare();
      const victim = made.runner();
      const { ports, dead } = mortal(victim, at, when);
      const outcome = await Promise.race([deed(ports).then(() => "lived" as const), dead]);
      if (outcome === "lived") break;
      made.processes.kill(victim.machine.pid);
      await deed(made.runner()).catch(unlessThrough);
      expect([at, when, treeOf(made)]).toEqual([at, when, expected]);
    }
  }
  expect(at).toBeGreaterThan(5);
});
