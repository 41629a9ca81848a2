import type { Candidate, Expected, Lookup } from "#cli/completion/expect-word";
import { clean } from "#cli/render/clean";
import { counted } from "#core/text/counted";
import { shellWord } from "#core/text/shell-word";
import { ENV, MARKER_FILE } from "#contracts/names";
import type { Ports } from "#engine/ports";
import { resolveProject, type Project } from "#engine/operations/projects/resolve-project";
import { resolveRootFolder } from "#engine/operations/projects/resolve-root";
import { listMonths, readMonth } from "#engine/stores/archive-store";
import { readBacklogOrNull } from "#engine/stores/backlog-store";
import type { CliHost } from "#cli/host";

/** What the files offer; of files that can't be read, nothing. Folders are the shell's own affair. */
export async function lookUp(
  host: CliHost,
  expected: Expected,
  what: Exclude<Lookup, "folders">,
): Promise<readonly Candidate[]> {
  const ports = await host.connect();
  const found = await find(ports, host, expected, what).catch(() => []);
  // What would have to be quoted, each shell in its own way, is left to be typed.
  return found.filter(({ word }) => shellWord(word) === word && word.startsWith(expected.current));
}

const find = async (
  ports: Ports,
  host: CliHost,
  expected: Expected,
  what: Exclude<Lookup, "folders">,
): Promise<readonly Candidate[]> => {
  if (what === "projects") return projects(ports, host, expected);
  const { path, backlog } = expected;
  const project = (target: string | null): Promise<Project> =>
    resolveProject(ports, { cwd: host.cwd, target, backlog, lookIn: null });
  // The first word may be an id as well.
  const { paths } = await project(path).catch(() => project(null));
  if (what === "items") {
    const items = (await readBacklogOrNull(ports, paths))?.items ?? [];
    return items.map(({ id, title }) => ({ word: id, about: clean(title) }));
  }
  const months = await listMonths(ports, paths);
  return Promise.all(
    months.map(async (month) => {
      const items = (await readMonth(ports, paths, month))?.items.length ?? 0;
      return { word: month, about: counted(items, "item") };
    }),
  );
};

/** Directly under the root, by the name of their folder. In the current folder these are folders like any other. */
const projects = async (
  ports: Ports,
  host: CliHost,
  { root: flag }: Expected,
): Promise<readonly Candidate[]> => {
  const { path } = await resolveRootFolder(ports, { cwd: host.cwd, flag, env: host.env[ENV.root] ?? null });
  if (path === host.cwd) return [];
  const found: Candidate[] = [];
  for (const { name } of (await ports.files.list(path)) ?? []) {
    const marker = await ports.files.stat(`${path}/${name}/${MARKER_FILE}`);
    if (marker !== null) found.push({ word: name, about: "project" });
  }
  return found;
};
