import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindings, closePages, openBrowser, openPage } from "./browser.ts";
import { startServer, type RealServer } from "./real-server.ts";

const STEP_MS = 20_000;
const ID = "night";

let browser: Browser;
let server: RealServer;

/** A project whose agent waits for what it is to say. */
beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), startServer()]);
  const place = join(server.root, ID);
  await mkdir(place);
  const agent = join(server.root, ".agent.sh");
  const says = join(server.root, ".says");
  await writeFile(
    agent,
    `#!/bin/sh
echo "$TOOL_ITEM_ID" >> work.txt
until [ -e ${says} ]; do sleep 0.05; done
cat ${says}; rm ${says}
`,
  );
  await chmod(agent, 0o755);
  await server.run(ID, "git", "init", "--quiet", "--initial-branch=night");
  await server.tool(ID, "install", "--yes");
  const add = ["backlog", "add", "--type", "feature", "--title"];
  await server.tool(ID, ...add, "Reverse an entry");
  await server.tool(ID, ...add, "Audit trail", "--depends-on", "001");
  await server.tool(ID, ...add, "Stuck", "--priority", "3");
  await server.tool(ID, "backlog", "edit", "003", "--status", "blocked", "--blocked-reason", "no network");
  const marker = join(place, ".tool.json");
  const stored = JSON.parse(await readFile(marker, "utf8")) as { options: object };
  Object.assign(stored.options, { provider: "generic-cli", providerConfig: { binary: agent } });
  await writeFile(marker, JSON.stringify(stored, null, 2));
  await server.run(ID, "git", "add", "-A");
  await server.run(ID, "git", "commit", "--quiet", "-m", "Start");
}, 60_000);

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Written beside and moved: the agent reads it whole. */
async function say(words: string): Promise<void> {
  const beside = join(server.root, ".says-next");
  await writeFile(beside, `${words}\n`);
  await rename(beside, join(server.root, ".says"));
}

test("while a run goes on: the item under way, what has to wait, and what comes by the stream", async () => {
  const { page, complaints } = await openPage(browser, `${server.url}/projects/${ID}/backlog`);
  page.setDefaultTimeout(STEP_MS);
  await page.locator('[data-item="001"]', { hasText: "next" }).waitFor();
  await fetch(`${server.url}/api/projects/${ID}/loop/start`, {
    method: "POST",
    headers: { "X-Tool-Request": "true", "Content-Type": "application/json" },
    body: "{}",
  });
  await page.locator('[data-item="001"]', { hasText: /attempt 1, \d+ s/ }).waitFor();
  await page.locator(".bar", { hasText: /Running\s*1 of \d+/ }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^● 001 · 1\/\d+ · night$/);
  await page.locator('[data-item="003"] > a').click();
  await page.getByRole("button", { name: "Unblock U" }).hover();
  await page.getByText("Not while a run is going").waitFor();
  await page.keyboard.press("u");
  await page.getByText("003: not unblocked").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.locator('[data-item="001"] > a').click();
  await page.getByRole("region", { name: "Item 001" }).getByText("In progress").first().waitFor();
  await page.keyboard.press("Delete");
  await page.getByText("001 was not deleted").waitFor();
  await page.getByRole("button", { name: "Graph" }).click();
  await page.locator('[data-node="001"]', { hasText: "running, attempt 1" }).waitFor();
  await page.getByRole("button", { name: "List" }).click();
  await say("TOOL_DONE");
  await page.locator('[data-item="002"]', { hasText: "attempt 1" }).waitFor();
  await page.getByRole("region", { name: "Item 001" }).getByText("Done").first().waitFor();
  await expect.poll(() => page.locator('[data-item="002"] .chip').count()).toBe(0);
  await say("TOOL_NEEDS_HUMAN: Who may see it?");
  await page.locator('[data-item="002"]', { hasText: "has a question" }).waitFor();
  expect(complaints).toEqual([]);
});
