import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { interleave, timeOf, versus } from "./measure.mjs";

const ITEMS = 100;
const NEEDED = ["ralph-tui", "bun", "backlog.md"];

/** Other programs with the same work, where npm gives them: their figures are the baseline. */
export function benchPeers(workshop, { quick }) {
  const peers = install(workshop);
  if (peers === null) return [];
  return [...compareLoops(workshop, peers, quick ? 1 : 3), ...compareLists(workshop, peers, quick ? 3 : 11)];
}

/** With npm's own settings, into a folder of the benchmark; null where that fails. */
function install(workshop) {
  const cwd = workshop.folder("peers");
  workshop.makeFile(join(cwd, "package.json"), '{"private":true}');
  const run = (binary, ...args) => execFileSync(binary, args, { cwd, stdio: ["ignore", "ignore", "pipe"] });
  try {
    run("npm", "install", "--no-audit", "--no-fund", ...NEEDED);
    // It fetches its own program, which npm may have been told not to let it do.
    run(process.execPath, join(cwd, "node_modules/bun/install.js"));
  } catch (error) {
    console.error(`The peers can't be installed: ${error.message.split("\n")[0]}`);
    return null;
  }
  const path = `${join(cwd, "node_modules/.bin")}:${workshop.env.PATH}`;
  const version = (name) =>
    execFileSync(process.execPath, ["-p", `require("./node_modules/${name}/package.json").version`], {
      cwd,
      encoding: "utf8",
    }).trim();
  return { env: { ...workshop.env, PATH: path }, version };
}

function compareLoops(workshop, { env, version }, rounds) {
  const agent = workshop.makeAgent(
    "peer-agent.sh",
    `echo "$TOOL_ITEM_ID" > "work-$TOOL_ITEM_ID"\necho TOOL_DONE`,
  );
  const commits = { ours: [], theirs: [] };
  const count = (git, subject) =>
    git("log", "--format=%s")
      .split("\n")
      .filter((line) => subject.test(line)).length;
  const runOurs = () => {
    const { path, git } = workshop.makeProject(ITEMS, agent);
    const line = [...workshop.tool, "loop", "run", "--json", "--iterations", String(ITEMS)];
    const time = timeOf(line, { cwd: path, env: workshop.env });
    commits.ours.push(count(git, /^\[tool\] \d+: /));
    // The shell that starts git outlives the run by a moment: its work is counted nowhere.
    return { ...time, worked: null };
  };
  const runRalph = () => {
    const { path, git } = makeRalphProject(workshop);
    const bin = join(path, "../claude-bin");
    const line = ["ralph-tui", "run", "--headless", "--no-setup", "--no-notify", "--no-sandbox"];
    const more = ["--prd", "./prd.json", "--iterations", String(ITEMS * 2)];
    const time = timeOf([...line, ...more], { cwd: path, env: { ...env, PATH: `${bin}:${env.PATH}` } });
    commits.theirs.push(count(git, /US-\d+/));
    return time;
  };
  const [ours, baseline] = interleave(rounds, [runOurs, runRalph]);
  const least = (of) => Math.min(...of);
  return [
    versus({
      group: "peers",
      what: `${ITEMS} items, of which ${least(commits.ours)} ended with a commit, and of theirs ${least(commits.theirs)}`,
      unit: "ms an item",
      parts: ITEMS,
      ours,
      baseline,
      against: `ralph-tui ${version("ralph-tui")}`,
    }),
  ];
}

/** Its default agent, played by a script that is as quick as ours. */
function makeRalphProject(workshop) {
  const said = "<promise>COMPLETE</promise>";
  const lines = [
    { type: "assistant", message: { role: "assistant", content: [{ type: "text", text: said }] } },
    { type: "result", subtype: "success", is_error: false, result: said },
  ];
  workshop.folder("claude-bin");
  const words = lines.map((line) => `'${JSON.stringify(line)}'`).join(" ");
  workshop.makeAgent("claude-bin/claude", `echo work > "work-$$"\nprintf '%s\\n' ${words}`);
  const { path, git } = workshop.makeRepository();
  const settings = {
    configVersion: '"2.1"',
    tracker: '"json"',
    agent: '"claude"',
    maxIterations: ITEMS * 2,
    iterationDelay: 0,
    autoCommit: true,
    subagentTracingDetail: '"off"',
  };
  const toml = Object.entries(settings).map(([key, value]) => `${key} = ${value}\n`);
  workshop.makeFile(join(path, ".ralph-tui/config.toml"), toml.join(""));
  workshop.makeFile(join(path, ".gitignore"), ".ralph-tui/\n");
  const userStories = Array.from({ length: ITEMS }, (_, i) => ({
    id: `US-${String(i + 1).padStart(3, "0")}`,
    title: `Item ${i + 1} of the benchmark`,
    description: `What is to be built here, and why. ${"It takes some words to say so. ".repeat(10)}`,
    acceptanceCriteria: ["The work is there", "npm test passes"],
    priority: 2,
    passes: false,
    dependsOn: [],
  }));
  const plan = { name: "bench", description: "What is measured", branchName: "main", userStories };
  workshop.makeFile(join(path, "prd.json"), JSON.stringify(plan, null, 2));
  git("add", "-A");
  git("commit", "--quiet", "-m", "Set up");
  return { path, git };
}

function compareLists(workshop, { env, version }, rounds) {
  const { path } = workshop.makeProject(ITEMS);
  const theirs = workshop.makeRepository().path;
  const backlog = (...args) => execFileSync("backlog", args, { cwd: theirs, env, stdio: "pipe" });
  backlog("init", "bench", "--defaults");
  for (let n = 1; n <= ITEMS; n += 1)
    backlog("task", "create", `Item ${n}`, "-d", "What is to be built", "--ac", "It is there");
  const add = ["backlog", "add", "--type", "chore", "--title", "One more", "--ac", "It is there"];
  const pairs = [
    { what: "list", ours: ["backlog", "list"], peers: ["task", "list", "--plain"] },
    { what: "create", ours: add, peers: ["task", "create", "One more", "--ac", "It is there"] },
    {
      what: "edit",
      ours: ["backlog", "edit", "017", "--priority", "1"],
      peers: ["task", "edit", "17", "--priority", "high"],
    },
  ];
  return pairs.map(({ what, ours, peers }) => {
    const [mine, other] = interleave(rounds, [
      () => timeOf([...workshop.tool, ...ours], { cwd: path, env: workshop.env }),
      () => timeOf(["backlog", ...peers], { cwd: theirs, env }),
    ]);
    return versus({
      group: "peers",
      what: `${what}, ${ITEMS} tasks`,
      ours: mine,
      baseline: other,
      against: `Backlog.md ${version("backlog.md")}`,
    });
  });
}
