// The demo's agent. It is scripted: script.mjs says what it does, and no model is asked. But it reads its prompt, really
// edits the files, really runs the tests, and says done only when they pass. It speaks Claude Code's stream-json.
import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SCRIPT } from "./script.mjs";

const pace = Number(process.env.DEMO_PACE ?? 1);
const prompt = readFileSync(0, "utf8");
const id = process.env.TOOL_ITEM_ID;

const print = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);
const speak = (role, block) => print({ type: role, message: { content: [block] } });
const say = (text) => speak("assistant", { type: "text", text });

let calls = 0;
async function use(name, input, ms, deed) {
  const call = `call-${(calls += 1)}`;
  speak("assistant", { type: "tool_use", id: call, name, input });
  const answer = deed();
  await sleep(ms * pace);
  speak("user", { type: "tool_result", tool_use_id: call, content: String(answer) });
  return answer;
}

const read = (file) => use("Read", { file_path: file }, 600, () => readFileSync(file, "utf8"));

const edit = (file, from, to) =>
  use("Edit", { file_path: file, old_string: from, new_string: to }, 800, () => {
    writeFileSync(
      file,
      readFileSync(file, "utf8").replaceAll(from, () => to),
    );
    return "ok";
  });

const runTests = (args) =>
  use("Bash", { command: ["node", "--test", ...args].join(" ") }, 600, () => {
    const tap = ["--test", "--test-reporter=tap", ...args];
    return spawnSync(process.execPath, tap, { encoding: "utf8", env: { ...process.env, NODE_OPTIONS: "" } })
      .stdout;
  });

/** The work of an item that the script knows; its last words, with the signal when the tests pass. */
async function work({ plan, steps, check, learned }) {
  const texts = new Map();
  for (const file of new Set(steps.flat().map((change) => change.file))) texts.set(file, await read(file));
  const open = steps.find((step) => step.every(({ file, from }) => texts.get(file).includes(from)));
  say(plan);
  await sleep(700 * pace);
  for (const { file, from, to } of open ?? []) await edit(file, from, to);
  const red = Number(/^# fail (\d+)$/m.exec(await runTests(check))?.[1] ?? 1);
  if (red > 0) return `${red === 1 ? "1 test is" : `${red} tests are`} still red. I stop here.`;
  appendFileSync(join(process.env.TOOL_STATE_DIR, "progress.md"), `- ${id}: ${learned}\n`);
  return "The tests pass.\nTOOL_DONE";
}

async function publish() {
  const { publishConfig } = JSON.parse(await read("package.json"));
  say(`It goes to ${publishConfig.registry}, with a token.`);
  await sleep(900 * pace);
  return process.env.NPM_TOKEN
    ? "TOOL_BLOCKED: the demo's registry is made up, so nothing can be published there"
    : "TOOL_BLOCKED: needs NPM_TOKEN; there are no credentials in this environment";
}

async function chooseDays() {
  const spec = "docs/exports.md";
  const days = [...new Set((await read(spec)).match(/\d+ days/g))];
  say("The spec has to say one period. Let me see whether somebody has chosen.");
  await sleep(900 * pace);
  const answer = /^#+ (?:Human's Answer to Your Previous Question|Notes)\n+.*?(\d+ days)/m.exec(prompt)?.[1];
  if (answer === undefined) {
    const numbers = days.map((period) => period.split(" ")[0]);
    return `TOOL_NEEDS_HUMAN: ${numbers.join(" or ")} days? The spec says both.`;
  }
  for (const period of days.filter((one) => one !== answer)) await edit(spec, period, answer);
  return `The spec says ${answer} now.\nTOOL_DONE`;
}

const deeds = { "005": publish, "006": chooseDays };
const deed = SCRIPT[id] ? () => work(SCRIPT[id]) : deeds[id];
const lastWords = deed
  ? await deed()
  : `TOOL_BLOCKED: the demo's agent is scripted, and item ${id} is not in its script; a real agent can do it`;
say(lastWords);
print({ type: "result", subtype: "success", is_error: false, result: lastWords });
