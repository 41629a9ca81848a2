import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { NIGHT_ITEMS } from "./backlog-data.ts";
import { axeFindings, closePages, openBrowser, openPage } from "./browser.ts";
import { startServer, type RealServer } from "./real-server.ts";
import { nightAt, startNight, type NightServer } from "./status-night.ts";

const web = process.env["WEB_DIST"] ?? fileURLToPath(new URL("../../dist/web", import.meta.url));
const STEP_MS = 20_000;

let browser: Browser;
let server: RealServer;
let night: NightServer;

const RUNNING = nightAt("00:07", "RUNNING", 19);

beforeAll(async () => {
  [browser, server, night] = await Promise.all([openBrowser(), startServer(), startNight(web, RUNNING)]);
  await mkdir(join(server.root, "night"));
  await mkdir(join(server.root, "plain"));
  await server.run("night", "git", "init", "--quiet", "-b", "work");
  await server.tool("night", "install", "--yes");
  const backlog = { project: "night", description: "", items: NIGHT_ITEMS };
  await writeFile(join(server.root, "night/.tool/backlog.json"), JSON.stringify(backlog));
}, 60_000);

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await night?.close();
});

const heading = (page: Page, name: string) => page.getByRole("heading", { name }).first().waitFor();
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name }).waitFor();

type State = readonly [name: string, path: string, reach: (page: Page) => Promise<void>];

/** What no other file of these tests shows to axe. */
const STATES: readonly State[] = [
  [
    "an archive that is empty",
    "/projects/night/backlog?view=archive",
    (page) => heading(page, "The archive is empty"),
  ],
  ["nothing found", "/projects/night/backlog?q=zzz", (page) => page.getByText("zzz").first().waitFor()],
  [
    "a new item, and a toast",
    "/projects/night/backlog",
    async (page) => {
      await page.locator('[data-item="016"] > a').click();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Delete");
      await page.getByText("016 deleted").waitFor();
      await page.keyboard.press("Control+z");
      await page.keyboard.press("c");
      await page.getByRole("textbox", { name: "Title" }).fill("New");
    },
  ],
  [
    "unblock all asks",
    "/projects/night/backlog",
    async (page) => {
      await page.getByRole("button", { name: "Sweep, archive, validate" }).click();
      await page.getByRole("menuitem", { name: "Unblock 3 items" }).click();
      await dialog(page, "Unblock 3 items?");
    },
  ],
  [
    "findings",
    "/projects/night/backlog",
    async (page) => {
      await page.getByRole("button", { name: "Sweep, archive, validate" }).click();
      await page.getByRole("menuitem", { name: "Check backlog.json" }).click();
      await page.getByRole("dialog", { name: "backlog.json" }).waitFor();
    },
  ],
  [
    "a reset asks",
    "/projects/night/status",
    async (page) => {
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Reset…" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Reset" }).waitFor();
    },
  ],
  [
    "no such project",
    "/projects/nigth/status",
    (page) => page.getByRole("link", { name: "Open night" }).waitFor(),
  ],
  ["not installed", "/projects/plain/backlog", (page) => heading(page, "plain has no backlog")],
  ["install, first step", "/install", (page) => heading(page, "Which folder?")],
  ["settings", "/settings", (page) => page.getByText("Not configured").waitFor()],
  [
    "settings of a project",
    "/projects/night/settings",
    (page) => page.getByText("nothing differs").waitFor(),
  ],
];

test("every state that no other test looks at: nothing for axe in either theme", async () => {
  const { page } = await openPage(browser, `${server.url}/projects`);
  page.setDefaultTimeout(STEP_MS);
  const found: Record<string, readonly string[]> = {};
  for (const [name, path, reach] of STATES) {
    await page.goto(`${server.url}${path}`);
    await reach(page);
    found[name] = await axeFindings(page);
  }
  expect(found).toEqual(Object.fromEntries(STATES.map(([name]) => [name, []])));
}, 120_000);

test("a run that may be stopped: the dialog, nothing for axe", async () => {
  const { page } = await openPage(browser, `${night.url}/projects/ledger-api/status`);
  await page.locator(".chart").waitFor();
  await page.keyboard.press("s");
  await dialog(page, "Stop after this moment?");
  expect(await axeFindings(page)).toEqual([]);
});

/** A property of each, as the browser came to it. */
async function styles(page: Page, selector: string, property: string): Promise<readonly string[]> {
  const all = `[...document.querySelectorAll(${JSON.stringify(selector)})]`;
  return page.evaluate(`${all}.map((one) => getComputedStyle(one).getPropertyValue("${property}"))`);
}

describe.each(["light", "dark"] as const)("the system's own colours, %s", (theme) => {
  test("what tells by its ground still tells", async () => {
    const { page } = await openPage(browser, `${night.url}/projects/ledger-api/status`, theme, {
      forcedColors: "active",
    });
    await page.locator(".chart").waitFor();
    const [canvas = ""] = await styles(page, ".main", "background-color");
    for (const drawn of [".b.done", ".b.now", ".b.blocked", ".c-tok b", ".dot"]) {
      const seen = await styles(page, drawn, "background-color");
      expect([drawn, seen.length > 0, seen.includes(canvas)]).toEqual([drawn, true, false]);
    }
    await page.keyboard.press("s");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Tab");
    for (const [selector, property, value] of [
      [".tabs [aria-current]", "border-bottom-width", "3px"],
      [".seg [aria-pressed=true]", "border-bottom-width", "3px"],
      [".nav [aria-current]", "border-left-width", "3px"],
      [".dialog", "border-top-width", "1px"],
      [":focus-visible", "outline-style", "solid"],
    ] as const)
      expect([selector, (await styles(page, selector, property))[0]]).toEqual([selector, value]);
  });
});

test.each([
  "/projects",
  "/projects/night/backlog?item=012",
  "/projects/night/status",
  "/settings",
  "/install",
])("%s at 200 %: it scrolls sideways to all that is there", async (path) => {
  const { page } = await openPage(browser, `${server.url}${path}`, "light", {
    viewport: { width: 720, height: 450 },
  });
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(1024);
  await page.evaluate("document.documentElement.scrollTo(1024, 0)");
  expect(await page.evaluate("document.documentElement.scrollLeft")).toBe(1024 - 720);
  const [top, bottom] = [page.locator(".bar"), page.locator(".side-foot")];
  expect((await top.boundingBox())?.y).toBe(0);
  expect((await bottom.boundingBox())?.y).toBeLessThan(450);
});

test.each([
  ["reduce", []],
  ["no-preference", ["turn"]],
] as const)("motion %s: what moves on its own", async (reducedMotion, moving) => {
  const { page } = await openPage(browser, `${night.url}/projects/ledger-api/status`, "light", {
    reducedMotion,
  });
  await page.locator(".chart").waitFor();
  const names = () => page.evaluate("[...new Set(document.getAnimations().map((one) => one.animationName))]");
  await expect.poll(names).toEqual(moving);
});

test("what is told is told once, and what is told again is heard again", async () => {
  const { page } = await openPage(browser, `${server.url}/projects/night/status`);
  await page.context().grantPermissions(["clipboard-write"]);
  await page.getByRole("button", { name: "More" }).waitFor();
  const said = page.locator('.sr[aria-live="polite"]');
  const copy = async () => {
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Copy the folder's path" }).click();
  };
  await copy();
  await expect.poll(() => said.textContent()).toBe("Copied");
  await copy();
  await expect.poll(() => said.textContent()).toBe("Copied\u00a0");
  expect(await page.locator('.toast-room[aria-live="polite"]').count()).toBe(1);
});
