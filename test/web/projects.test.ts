import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { crowd } from "../crowd.ts";
import { axeFindings, closePages, holdAnswers, openBrowser, openPage } from "./browser.ts";
import { NOW, STUB_PROJECTS } from "./stub-data.ts";
import { startStub, type StubServer } from "./stub-server.ts";

const web = process.env["WEB_DIST"] ?? fileURLToPath(new URL("../../dist/web", import.meta.url));
const shots = process.env["SHOTS"];

let browser: Browser;
let stub: StubServer;

beforeAll(async () => {
  [browser, stub] = await Promise.all([openBrowser(), startStub(web)]);
}, 60_000);

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser?.close();
  await stub?.close();
});

/** The stub's night is told for one morning: the page's clock stands there. */
async function openProjects(theme: "light" | "dark" = "light", server: StubServer = stub) {
  const opened = await openPage(browser, `${server.url}/icons/idle.svg`, theme);
  await opened.page.clock.setFixedTime(NOW);
  await opened.page.goto(`${server.url}/`);
  return opened;
}

describe.each(["light", "dark"] as const)("projects, %s", (theme) => {
  test("every project with its state, nothing for axe, no complaint", async () => {
    const { page, complaints } = await openProjects(theme);
    await page.getByText("Which VAT rate applies to gift cards").waitFor();
    await page.getByText("The backup of").waitFor();
    expect(new URL(page.url()).pathname).toBe("/projects");
    await expect.poll(() => page.title()).toBe("3 need you · Projects");
    await expect
      .poll(() => page.getByRole("main").getByRole("heading").allInnerTexts())
      .toEqual(["Projects", "Needs you\n3", "Running\n2", "Quiet\n2", "Cannot be read\n1"]);
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    if (shots !== undefined) {
      mkdirSync(shots, { recursive: true });
      await page.screenshot({ path: join(shots, `projects-${theme}.png`) });
      await page.setViewportSize({ width: 1024, height: 720 });
      await page.screenshot({ path: join(shots, `projects-${theme}-1024.png`) });
    }
  });

  test.each([
    ["the palette", "Control+k", "Search and commands"],
    ["the keys", "?", "Shortcuts"],
  ])("%s, nothing for axe", async (_, key, title) => {
    const { page, complaints } = await openProjects(theme);
    await page.getByText("Which VAT rate applies to gift cards").waitFor();
    await page.keyboard.press(key);
    await page.getByRole("dialog", { name: title }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    if (shots !== undefined)
      await page.screenshot({ path: join(shots, `${title.slice(0, 6)}-${theme}.png`) });
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});

test("by keyboard: J and K walk, Enter opens, G P comes back, / filters", async () => {
  const { page } = await openProjects();
  await page.getByText("Which VAT rate applies to gift cards").waitFor();
  const cursor = () => page.locator(".prow.is-cursor").getAttribute("data-project");
  await page.keyboard.press("j");
  await expect.poll(() => cursor()).toBe("checkout-web");
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("k");
  await expect.poll(() => cursor()).toBe("search-index");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/projects/search-index/backlog");
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await page.waitForURL("**/projects");
  await page.keyboard.press("/");
  await page.keyboard.type("jledger");
  await expect
    .poll(() => page.getByRole("textbox", { name: "Filter projects" }).inputValue())
    .toBe("jledger");
  await page.getByText("No project matches").waitFor();
});

test("a state that comes by the stream is on the page within half a second", async () => {
  const { page } = await openProjects();
  const running = STUB_PROJECTS.find(({ project }) => project.id === "ledger-api");
  await page.getByText("15 of 30").waitFor();
  await expect.poll(() => stub.openStreams("ledger-api")).toBeGreaterThan(0);
  stub.send("ledger-api", "status", { ...running?.status, iteration: 16 });
  await page.getByText("16 of 30").waitFor({ timeout: 500 * crowd() });
  await expect.poll(() => page.getByText("15 of 30").count()).toBe(0);
});

test("without projects the page says what to do", async () => {
  const empty = await startStub(web, []);
  const { page } = await openProjects("light", empty);
  await page.getByRole("heading", { name: "No project has a backlog yet" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await empty.close();
});

test("the root is offered when the server says it, though the rest was faster", async () => {
  const config = { data: { port: 5173, theme: "system" } };
  const fresh = await startStub(web, [], 0, {
    answer: (_, path) => (path === "/api/config" ? config : undefined),
  });
  const { page } = await openPage(browser, `${fresh.url}/icons/idle.svg`);
  const health = await holdAnswers(page, "**/api/health");
  await page.goto(`${fresh.url}/projects`);
  const root = page.getByRole("textbox", { name: "Root directory" });
  await root.waitFor();
  health();
  await expect.poll(() => root.inputValue()).toBe("/home/ada/code");
  await root.fill("");
  await expect.poll(() => root.inputValue()).toBe("");
  await fresh.close();
});

test("the server goes and comes back under the page", async () => {
  const own = await startStub(web);
  const { page } = await openProjects("light", own);
  await page.getByText("Which VAT rate applies to gift cards").waitFor();
  // The page would ask of itself, too, in some seconds: before the button is pressed, on a slow machine.
  await page.evaluate("window.setInterval = () => 0");
  await own.close();
  await page.keyboard.press("r");
  await page.getByText("The server does not answer").waitFor();
  expect(await page.getByText("Which VAT rate applies to gift cards").count()).toBe(1);
  expect(await axeFindings(page)).toEqual([]);
  const again = await startStub(web, undefined, Number(new URL(own.url).port));
  await page.getByRole("button", { name: "Try now" }).click();
  await page.getByText("The server does not answer").waitFor({ state: "detached" });
  await again.close();
});
