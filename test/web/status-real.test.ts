import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { crowd } from "../crowd.ts";
import { axeFindings, closePages, openBrowser, openPage } from "./browser.ts";
import { startServer, type RealServer } from "./real-server.ts";

const HOSTILE = "<img src=x onerror=alert(1)> \u202egnp.exe";
const HALF_A_SECOND_MS = 500;
/** Longest wait for one step. */
const STEP_MS = 20_000;

const FINDINGS = {
  summary: "One thing",
  items: [
    {
      type: "bugfix",
      priority: 2,
      title: "A rate of zero is stored",
      description: "It divides by it later.",
      acceptanceCriteria: ["Zero is refused"],
    },
  ],
};

let browser: Browser;
let server: RealServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), startServer()]);
}, 60_000);

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function openStatus(id: string) {
  const opened = await openPage(browser, `${server.url}/projects/${id}/status`);
  opened.page.setDefaultTimeout(STEP_MS);
  return opened;
}

/** A project on a branch of its own whose agent waits, item by item, for what it is to say. */
async function project(
  id: string,
  titles: readonly string[],
): Promise<(item: string, says: string) => Promise<void>> {
  const place = join(server.root, id);
  const control = join(server.root, `.control-${id}`);
  await Promise.all([mkdir(place), mkdir(control)]);
  const agent = join(control, "agent.sh");
  await writeFile(
    agent,
    `#!/bin/sh
item=\${TOOL_ITEM_ID:-review}
cat > ${control}/prompt-$item
[ $item = review ] || echo "$item" >> work.txt
until [ -e ${control}/say-$item ]; do sleep 0.05; done
cat ${control}/say-$item
rm ${control}/say-$item
`,
  );
  await chmod(agent, 0o755);
  await server.run(id, "git", "init", "--quiet", "--initial-branch=night");
  await server.tool(id, "install", "--yes");
  for (const title of titles) await server.tool(id, "backlog", "add", "--title", title, "--type", "feature");
  const marker = join(place, ".tool.json");
  const stored = JSON.parse(await readFile(marker, "utf8")) as { options: object };
  Object.assign(stored.options, { provider: "generic-cli", providerConfig: { binary: agent } });
  await writeFile(marker, JSON.stringify(stored, null, 2));
  await server.run(id, "git", "add", "-A");
  await server.run(id, "git", "commit", "--quiet", "-m", "Start");
  return async (item, says) => {
    await writeFile(join(control, "next"), `${says}\n`);
    await rename(join(control, "next"), join(control, `say-${item}`));
  };
}

const prompt = (id: string, item: string): Promise<string> =>
  readFile(join(server.root, `.control-${id}`, `prompt-${item}`), "utf8");

/** How long after it was written an event could be seen, ms. */
async function delayOf(page: Page, id: string, type: string, text: string): Promise<number> {
  const entry = page.locator(".tl li", { hasText: text });
  await entry.waitFor();
  const seen = Date.now();
  const lines = (await readFile(join(server.root, id, ".tool/events.ndjson"), "utf8")).trim().split("\n");
  const event = lines
    .map((line) => JSON.parse(line) as { type: string; timestamp: string })
    .findLast((one) => one.type === type);
  return seen - Date.parse(event?.timestamp ?? "");
}

test("a whole day without a mouse: create, start, watch, answer, resume, review, sweep; each event there at once", async () => {
  const say = await project("ledger", []);
  const { page, complaints } = await openPage(browser, server.url);
  page.setDefaultTimeout(STEP_MS);
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.locator('[data-project="ledger"]').waitFor();
  await press("/");
  await page.keyboard.type("ledg");
  await press("Enter", "j", "Enter");
  await page.getByRole("heading", { name: "Nothing to do yet" }).waitFor();
  for (const [at, title] of [HOSTILE, "Store rate and source", "Year-end close", "Export as CSV"].entries()) {
    await press("c");
    await expect.poll(() => page.locator(":focus").getAttribute("aria-label")).toBe("Title");
    await page.keyboard.type(title);
    await press("Control+Enter");
    await page.getByRole("region", { name: `Item 00${at + 1}` }).waitFor();
    await press("Escape", "Escape");
  }
  await press("k", "d");
  await page.getByRole("combobox").waitFor();
  await page.keyboard.type("002");
  await page.getByRole("option", { name: "002", selected: true }).waitFor();
  await press("Enter");
  await page.getByRole("combobox").waitFor({ state: "detached" });
  await press("Control+Enter");
  await page.locator('[data-item="003"] .chip', { hasText: "002" }).waitFor();
  await server.run("ledger", "git", "commit", "--quiet", "-am", "Plan");
  await press("Escape", "Escape", "g", "s");
  await page.getByRole("heading", { name: "The loop has not run here" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await press("s");
  const dialog = page.getByRole("dialog", { name: "Start the loop in ledger" });
  await dialog.getByText("Branch night, not protected").waitFor();
  await dialog.getByText("4 of 4 open items can start").waitFor();
  await dialog.getByText("generic-cli runs agent.sh, from the project settings").waitFor();
  await expect.poll(() => page.evaluate("document.activeElement.getAttribute('inputmode')")).toBe("decimal");
  await press("Control+a");
  await page.keyboard.type("9");
  await press("Control+Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "<img src=x" }).waitFor();
  await page.getByText("of 9").first().waitFor();
  await expect.poll(() => page.title()).toBe("● 001 · 1/9 · ledger");

  await say("001", "TOOL_DONE");
  const delays = [await delayOf(page, "ledger", "item_completed", "001 <img src=x")];
  await page.getByRole("heading", { name: "Store rate and source" }).waitFor();
  await say("002", "TOOL_NEEDS_HUMAN: Fixed at posting, or read again at close?");
  delays.push(await delayOf(page, "ledger", "needs_human", "Fixed at posting"));
  expect(Math.min(...delays)).toBeLessThan(HALF_A_SECOND_MS * crowd());

  await page.getByRole("heading", { name: "Export as CSV" }).waitFor();
  await page.getByRole("button", { name: "Answer" }).waitFor();
  await page.keyboard.press("a");
  await page.keyboard.type("At posting.");
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Control+Enter");
  await say("004", "TOOL_DONE");
  await page.getByRole("heading", { name: "2 items done. 1 needs your answer." }).waitFor();
  await page.reload();
  await page.getByText("1 answer ready.").waitFor();
  await page.getByText("Resume takes 002, then 003.").waitFor();
  await page.getByRole("button", { name: "Resume with 1 answer" }).waitFor();
  await page.keyboard.press("r");
  await page.getByText("002 is pending again").waitFor();
  await say("002", "TOOL_DONE");
  await page.getByRole("heading", { name: "Year-end close" }).waitFor();
  await say("003", "TOOL_DONE");
  await page.getByRole("heading", { name: "2 items done. Nothing is left." }).waitFor();
  expect(await prompt("ledger", "002")).toContain("At posting.");
  await expect.poll(() => page.evaluate("localStorage.getItem('tool.answers')")).toBe('{"ledger":{}}');

  await press("v");
  await page.getByRole("dialog", { name: "Review what was done?" }).waitFor();
  await press("Control+Enter");
  await page.getByText("Reviewing", { exact: true }).first().waitFor();
  await say("review", `TOOL_REVIEW:${JSON.stringify(FINDINGS)}`);
  await press("g", "b");
  await page.locator('[data-item="005"]', { hasText: "review" }).waitFor();
  await page.locator(".bar", { hasText: "Complete" }).waitFor();
  await press("Control+k");
  await page.keyboard.type("sweep");
  await page.getByRole("option", { name: "Sweep 4 done items", selected: true }).waitFor();
  await press("Enter");
  await page.getByText(/^4 items swept to/).waitFor();
  const kept = async () =>
    (
      JSON.parse(await readFile(join(server.root, "ledger/.tool/backlog.json"), "utf8")) as {
        items: unknown[];
      }
    ).items;
  await expect.poll(kept, { timeout: 15_000 }).toHaveLength(1);
  expect(complaints).toEqual([]);
}, 90_000);

test("stop asks, and says what becomes of the item; a reset makes it idle", async () => {
  await project("stopped", ["Move money into one module"]);
  const { page, complaints } = await openStatus("stopped");
  await page.getByRole("button", { name: "Start" }).last().click();
  await page.getByText("generic-cli runs agent.sh").waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { name: "Move money into one module" }).waitFor();
  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog", { name: "Stop after this moment?" });
  await dialog.getByText(/001 goes back to pending .* its 1 changed file stays in the tree/).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("s");
  await dialog.getByRole("button", { name: "Stop" }).click();
  await page.getByText("It was stopped by hand.").waitFor();
  await page.getByText("Resume takes 001.").waitFor();

  await page.keyboard.press("s");
  await page.getByText("They may be the unfinished work of 001").waitFor();
  await page.getByRole("button", { name: "Start with 1 dirty file" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Reset…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
  await page.getByText("It was reset since.").waitFor();
  expect(complaints).toEqual([]);
}, 60_000);

test("the server is killed and comes back under a run that another terminal started", async () => {
  const say = await project("night", ["One", "Two"]);
  const run = server.tool("night", "loop", "run").catch(() => "");
  const { page } = await openStatus("night");
  await page.getByRole("heading", { name: "One" }).waitFor();
  await page.getByText("Session of generic-cli").waitFor();
  await server.stop();
  await page.getByText(/Not live since/).waitFor();
  await say("001", "TOOL_DONE");
  await server.start();
  await page.getByRole("heading", { name: "Two" }).waitFor({ timeout: 2 * STEP_MS });
  await page.getByText(/Following, \d+ lines/).waitFor();
  const texts = await page.locator(".log li").allInnerTexts();
  expect(texts.filter((text) => text.includes("Loop started"))).toHaveLength(1);
  await say("002", "TOOL_DONE");
  await page.getByRole("heading", { name: "2 items done. Nothing is left." }).waitFor();
  await page.getByRole("button", { name: "Log" }).click();
  await expect.poll(() => page.locator(".log li", { hasText: "Loop started" }).count()).toBe(1);
  await run;
}, 60_000);
