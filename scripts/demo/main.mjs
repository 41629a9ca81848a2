// `npm run demo`: a scratch project with failing tests, and a night of the loop in it, in less than a minute.
import { mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { readArguments, USAGE } from "./arguments.mjs";
import { DemoStop, isStopped, mainFile, mustTool, packageRoot, run, tool } from "./commands.mjs";
import { printMorning, readMorning, wasCancelled } from "./morning.mjs";
import { bold, dim, hints, print } from "./paper.mjs";
import { countTests, installTool, makeFolder, makeRepository, seedBacklog } from "./project.mjs";

const home = homedir();
const short = (path) => (path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path);
/** As a word of a shell line; a leading ~ is left for the shell. */
const word = (path) =>
  /^[\w./~+@%-]+$/.test(short(path)) ? short(path) : `'${path.replaceAll("'", "'\\''")}'`;

const asked = readArguments(process.argv.slice(2));
if (typeof asked === "string") {
  console.error(`${asked}\n\n${USAGE}`);
  process.exitCode = 2;
} else if (asked.help) {
  print(USAGE);
} else {
  process.exitCode = await demo(asked).catch((error) => {
    if (!(error instanceof DemoStop)) throw error;
    console.error(isStopped() ? "\nThe demo was stopped." : error.message);
    return isStopped() ? 130 : 1;
  });
}

async function demo({ dir, agent, quick }) {
  const scripted = agent === undefined;
  await requireGit();
  if (!scripted) await requireAgent(agent);
  // With the scripted agent nothing reads or writes the user's own settings, be they git's or the tool's.
  const stranger = scripted ? mkdtempSync(join(tmpdir(), "backlog-demo-home-")) : null;
  try {
    const env = environment(stranger);
    const path = makeFolder(home, dir);
    const failing = await prepare(path, env, { scripted, quick });
    return await night(path, env, { agent, failing });
  } finally {
    if (stranger !== null) rmSync(stranger, { recursive: true, force: true });
  }
}

/** The story until the loop starts; gives how many tests fail. */
async function prepare(path, env, { scripted, quick }) {
  await makeRepository(path, env);
  const { failing, all } = await countTests(path, env);
  print(`${bold("A small ledger")}  ${all} tests, ${failing} of them failing, in ${short(path)}`);
  print();
  step("tool install --yes");
  print((await installTool(path, env, { scripted, quick })).split("\n")[0]);
  step('git add -A && git commit -m "Set up tool"');
  step('tool backlog add --type bug --title "…"', "six times");
  await seedBacklog(path, env, ({ id, title, type, priority, dependsOn }) => {
    const after = dependsOn === undefined ? "" : `, after ${dependsOn.replaceAll(",", ", ")}`;
    print(`  ${id}  ${title}  ${dim(`${type}, priority ${priority}${after}`)}`);
  });
  return failing;
}

/** The loop, live in this terminal, and what it left. */
async function night(path, env, { agent, failing }) {
  const scripted = agent === undefined;
  const line = ["loop", "run", "--create-branch", "night", ...(scripted ? [] : ["--agent", agent])];
  step(`tool ${line.join(" ")}`, scripted ? "the agent is scripted; all else is real" : undefined);
  print();
  const started = Date.now();
  const { code } = await tool(line, { cwd: path, env, live: true });
  const tookMs = Date.now() - started;
  if (code === 2) return code;
  if (isStopped() || wasCancelled(path)) {
    print();
    hints(nextSteps(path, scripted, [["tool status", "where it stands"]])).forEach(print);
    return 130;
  }
  const morning = await readMorning(path, env);
  const { failing: after } = await countTests(path, env);
  printMorning(morning, { scripted, tests: { before: failing, after }, place: short(path), tookMs });
  print();
  const asking = morning.items.find((item) => item.needsHuman);
  const again = agent === undefined ? "" : ` --agent ${agent}`;
  const answer = [`tool resume --answer ${asking?.id} "90 days"${again}`, "answer, and go on"];
  hints(
    nextSteps(path, scripted, [
      ["tool status", "where it stands"],
      ["git log --oneline", "the commits"],
      ...(asking === undefined ? [] : [answer]),
    ]),
  ).forEach(print);
  return code === 5 ? 0 : code;
}

function nextSteps(path, scripted, steps) {
  return [
    [`cd ${word(path)}`, "all of it is yours"],
    [`alias tool="node ${word(mainFile)}"`, "until it is installed"],
    ...steps,
    ...(scripted
      ? [[`npm --prefix ${word(packageRoot)} run demo -- --agent claude-cli`, "with a real agent"]]
      : []),
  ];
}

async function requireGit() {
  const { code } = await run("git", ["--version"]).catch(() => ({ code: 1 }));
  if (code !== 0) throw new DemoStop("git is not on PATH; the loop keeps its work as commits.");
}

async function requireAgent(id) {
  const { agents } = JSON.parse(await mustTool(["agents", "--json"]));
  const here = agents.filter((one) => one.available).map((one) => one.id);
  if (here.includes(id)) return;
  const rest = here.length === 0 ? "No agent is." : `Installed here: ${here.join(", ")}.`;
  throw new DemoStop(`${id} is not installed. ${rest} Nothing was written.`);
}

/** A real agent needs its own settings; the scripted one gets a home that is empty. No other repository is meant, and nothing can be published. */
function environment(stranger) {
  const foreign = /^(NPM_TOKEN|GIT_DIR|GIT_WORK_TREE|GIT_INDEX_FILE)$/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
  if (stranger === null) return env;
  delete env.GIT_CONFIG_GLOBAL;
  return { ...env, HOME: stranger, XDG_CONFIG_HOME: join(stranger, ".config"), GIT_CONFIG_NOSYSTEM: "1" };
}

function step(command, remark) {
  print(`${dim("$")} ${bold(command)}${remark === undefined ? "" : `   ${dim(remark)}`}`);
}
