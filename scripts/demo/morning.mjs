import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { must, mustTool } from "./commands.mjs";
import { bold, clean, dim, duration, glyph, itemLine, print, under } from "./paper.mjs";

const ATTEMPTS = ["first", "second", "third", "fourth"];

/** What a person finds the next day, from the repository and the tool's own records alone. */
export async function readMorning(path, env) {
  const options = { cwd: path, env };
  const items = JSON.parse(await mustTool(["backlog", "list", "--json"], options));
  const log = await must("git", ["log", "--reverse", "--format=%h %s"], options);
  const commits = log.split("\n").flatMap((line) => {
    const found = /^(\S+) \[tool\] (\S+): /.exec(line);
    return found === null ? [] : [{ hash: found[1], id: found[2] }];
  });
  const branch = await must("git", ["branch", "--show-current"], options);
  return { items, commits, branch, events: readEvents(path) };
}

/** Whether somebody stopped the loop, by a key that never reached this process. */
export const wasCancelled = (path) => readEvents(path).some((event) => event.type === "loop_cancelled");

/** The summary, but for the commands that follow it. */
export function printMorning({ items, commits, branch, events }, { scripted, tests, place, tookMs }) {
  const of = (test) => items.filter(test).sort((a, b) => a.id.localeCompare(b.id));
  const done = of((item) => item.status === "done");
  const needing = of((item) => item.status === "blocked" && !item.deferred);
  const open = of((item) => item.status !== "done" && !needing.includes(item));
  const head = [`${done.length} of ${items.length} done`];
  if (needing.length > 0) head.push(`${needing.length} ${needing.length === 1 ? "needs" : "need"} you`);
  if (open.length > 0) head.push(`${open.length} left`);

  print();
  print(bold(`Good morning. ${head.join(", ")}.`));
  if (scripted) print("The agent was scripted. The edits, tests, commits and blocks are real.");
  print();
  for (const item of done) {
    const hash = commits.findLast((commit) => commit.id === item.id)?.hash ?? "";
    print(itemLine(glyph.done, shown(item), `${duration(workedMs(events, item.id))}  ${hash}`));
    for (const line of retries(events, item.id)) under(line).forEach(print);
  }
  if (done.length > 0 && needing.length + open.length > 0) print();
  for (const item of [...needing, ...open]) {
    const [sign, fact] = standing(item);
    print(itemLine(sign, shown(item), fact));
    if (item.blockedReason) under(item.blockedReason).forEach(print);
  }
  print();
  print(`${dim("Tests")}    ${tests.before} failing before, ${tests.after === 0 ? "none" : tests.after} now`);
  print(`${dim("Commits")}  ${commits.length} on ${branch}, in ${place}`);
  print(`${dim("Took")}     ${duration(tookMs)}`);
}

const shown = ({ id, title }) => ({ id, title: clean(title) });

function standing(item) {
  if (item.deferred) return [glyph.deferred, "deferred"];
  if (item.needsHuman) return [glyph.asks, "needs human"];
  return item.status === "blocked" ? [glyph.blocked, "blocked"] : [glyph.pending, "pending"];
}

const workedMs = (events, id) =>
  events
    .filter((event) => event.type === "llm_exited" && event.itemId === id)
    .reduce((sum, event) => sum + event.durationMs, 0);

/** Of the last retry, since the item was done in the attempt after it. */
function retries(events, id) {
  const last = events.findLast((event) => event.type === "item_retried" && event.itemId === id);
  if (last === undefined) return [];
  const attempt = ATTEMPTS[last.attempt] ?? `${last.attempt + 1}th`;
  const why = /\btests? (?:is|are) still red\b/.test(last.stdoutTail ?? "")
    ? "left a test red"
    : "ended without a signal";
  return [`${attempt} attempt; the ${ATTEMPTS[last.attempt - 1] ?? "one before"} ${why}`];
}

/** None where the loop didn't get as far as its first event. */
function readEvents(path) {
  const file = join(path, ".tool/events.ndjson");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}
