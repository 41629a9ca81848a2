import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindings, closePages, openBrowser, openPage } from "./browser.ts";
import { startServer, type RealServer } from "./real-server.ts";

let browser: Browser;
let server: RealServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), startServer()]);
  for (const id of ["alpha", "torn"]) {
    await mkdir(join(server.root, id));
    await server.run(id, "git", "init", "--quiet");
    await server.tool(id, "install", "--yes");
  }
  await server.tool("alpha", "backlog", "add", "--title", "<img src=x onerror=alert(1)>", "--type", "bug");
  await server.tool("torn", "backlog", "add", "--title", "One", "--type", "bug");
  await server.tool("torn", "backlog", "add", "--title", "Two", "--type", "bug");
  await writeFile(join(server.root, "torn/.tool/backlog.json"), '{ "items": [');
}, 60_000);

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test("the built server under its own policy: projects, the malformed one apart, no complaint", async () => {
  const { page, complaints } = await openPage(browser, server.url);
  await page.getByText("1 item is ready, the loop has not run yet").waitFor();
  await page.getByText(/backlog\.json.*The backup of/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("an item that comes by another terminal is on the page when it is read again", async () => {
  const { page, complaints } = await openPage(browser, server.url);
  await page.getByText("0 of 1").waitFor();
  await server.tool("alpha", "backlog", "add", "--title", "Another", "--type", "bug");
  await page.waitForTimeout(100);
  await page.keyboard.press("r");
  await page.getByText("0 of 2").waitFor({ timeout: 20_000 });
  await page.getByText("2 items are ready").waitFor();
  expect(complaints).toEqual([]);
});

test.each([
  ["/projects/alpha", "/projects/alpha/backlog"],
  ["/", "/projects"],
])("%s leads to %s", async (from, to) => {
  const { page } = await openPage(browser, `${server.url}${from}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(to);
});

test("an address that leads nowhere names the nearest project", async () => {
  const { page } = await openPage(browser, `${server.url}/projects/alhpa/status`);
  await page.getByRole("link", { name: "Open alpha" }).click();
  await page.waitForURL("**/projects/alpha/backlog");
  await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("alpha");
});
