#!/usr/bin/env node
// Stands in for cursor-agent, which npm doesn't serve and which can't be pointed at a model on loopback: its command line
// and its output as Cursor documents them, with the model of MODEL_URL (Chat Completions) behind it.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  options: {
    print: { type: "boolean", short: "p" },
    force: { type: "boolean", short: "f" },
    trust: { type: "boolean" },
    "output-format": { type: "string", default: "text" },
    model: { type: "string", default: "auto" },
  },
  allowPositionals: true,
});
const [prompt, ...rest] = positionals;
if (!values.print || prompt === undefined || rest.length > 0)
  fail("print mode takes one prompt, as an argument");

const tool = (name, ...keys) => {
  const properties = Object.fromEntries(keys.map((key) => [key, { type: "string" }]));
  return { type: "function", function: { name, parameters: { type: "object", properties, required: keys } } };
};
const TOOLS = [tool("writeToolCall", "path", "fileText"), tool("shellToolCall", "command")];

const session_id = crypto.randomUUID();
const isStream = values["output-format"] === "stream-json";
const tell = (event) => {
  if (isStream) process.stdout.write(`${JSON.stringify({ ...event, session_id })}\n`);
};
const said = (role, text) => ({ type: role, message: { role, content: [{ type: "text", text }] } });

tell({ type: "system", subtype: "init", apiKeySource: "env", cwd: process.cwd(), model: values.model });
tell(said("user", prompt));
const messages = [{ role: "user", content: prompt }];
const texts = [];
for (let turn = await ask(); ; turn = await ask()) {
  messages.push(turn);
  if (turn.content) {
    texts.push(turn.content);
    tell(said("assistant", turn.content));
  }
  if (turn.tool_calls === undefined) break;
  for (const call of turn.tool_calls) messages.push(await perform(call));
}
const duration_ms = Math.round(performance.now());
if (isStream)
  tell({ type: "result", subtype: "success", duration_ms, is_error: false, result: texts.join("") });
else process.stdout.write(`${texts.at(-1)}\n`);

async function ask() {
  const response = await fetch(`${process.env.MODEL_URL}/v1/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: values.model, messages, tools: TOOLS }),
  });
  const answer = await response.json();
  if (!response.ok) fail(answer.error.message);
  return answer.choices[0].message;
}

async function perform({ id, function: { name, arguments: text } }) {
  const args = JSON.parse(text);
  tell({ type: "tool_call", subtype: "started", call_id: id, tool_call: { [name]: { args } } });
  const success = name === "writeToolCall" ? write(args) : await run(args);
  const done = { [name]: { args, result: { success } } };
  tell({ type: "tool_call", subtype: "completed", call_id: id, tool_call: done });
  return { role: "tool", tool_call_id: id, content: JSON.stringify(success) };
}

function write({ path, fileText }) {
  writeFileSync(path, fileText);
  return { path, linesCreated: fileText.split("\n").length - 1, fileSize: fileText.length };
}

/** In a session of its own, as all the others do it. */
function run({ command }) {
  const child = spawn("sh", ["-c", command], { detached: true, stdio: "ignore" });
  return new Promise((resolve) => child.once("close", (exitCode) => resolve({ exitCode })));
}

/** A failure is words on stderr and an exit code; the stream ends without a result. */
function fail(words) {
  process.stderr.write(`${words}\n`);
  process.exit(1);
}
