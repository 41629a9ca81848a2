import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { interleave, timeOf, versus } from "./measure.mjs";

const FOLDERS = 2000;
const PROJECTS = 200;
const AT_MOST = 4;

/** A folder of a developer's life. */
export function benchDiscovery(workshop, { quick }) {
  const { path } = workshop.makeProject(20);
  const root = workshop.folder("code");
  for (let n = 1; n <= FOLDERS; n += 1) {
    const folder = join(root, `folder-${n}`);
    mkdirSync(folder);
    if (n % (FOLDERS / PROJECTS) > 0) continue;
    for (const part of [".tool.json", ".tool"])
      cpSync(join(path, part), join(folder, part), { recursive: true });
  }
  const options = { cwd: root, env: workshop.env };
  const rounds = quick ? 7 : 21;
  const commands = [
    ["-e", "0"],
    [...workshop.tool.slice(1), "projects", "status"],
    ["-e", LEAST, root],
  ];
  const [baseline, ours, floor] = interleave(
    rounds,
    commands.map((args) => () => timeOf([process.execPath, ...args], options)),
  );
  const row = { group: "discovery", baseline, against: "node -e 0", rounds };
  return [
    versus({
      ...row,
      what: `tool projects status, ${FOLDERS} folders, ${PROJECTS} projects of 20 items`,
      ours,
      atMost: AT_MOST,
    }),
    versus({ ...row, what: "floor: node that finds and parses the same files", ours: floor }),
  ];
}

const LEAST = `const { existsSync, readdirSync, readFileSync } = require("node:fs");
const read = (file) => JSON.parse(readFileSync(file, "utf8"));
for (const name of readdirSync(process.argv[1])) {
  const path = process.argv[1] + "/" + name;
  if (!existsSync(path + "/.tool.json")) continue;
  read(path + "/.tool.json");
  read(path + "/.tool/backlog.json");
  existsSync(path + "/.tool/state.json");
}`;
