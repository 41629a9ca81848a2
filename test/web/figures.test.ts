import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { crowd } from "../crowd.ts";
import { closePages, openBrowser, openPage } from "./browser.ts";
import { ask, plantProject, plantProjects, type LiveProject } from "./figures-data.ts";
import { longestTask } from "./longest-task.ts";
import { loadFigures, slowestKey, weigh, type PageFigures } from "./page-figures.ts";
import { startServer, type RealServer } from "./real-server.ts";

const TRIES = 3;

let browser: Browser;
let server: RealServer;
let live: LiveProject;
const table: string[] = [];

beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), startServer()]);
  live = await plantProjects(server);
}, 90_000);

afterEach(() => closePages(browser));

afterAll(async () => {
  if (process.env["FIGURES"] !== undefined) process.stdout.write(`${table.join("\n")}\n`);
  await browser?.close();
  await server?.close();
});

function note(what: string, figure: number, limit: number, unit = ""): void {
  const rounded = figure < 10 ? figure.toFixed(3) : String(Math.round(figure));
  table.push(`${what.padEnd(56)} ${rounded.padStart(8)} ${unit.padEnd(2)}  of ${limit}`);
}

const FIRST_LOAD_KB = 150;
/** Of an address in the middle of the dashboard: the frame, the page, and what both draw with. */
const DEEP_LINK_KB = 210;

/** Each page with the control that it is opened for. */
const PAGES = [
  ["projects", "/projects", '.main a[href^="/projects/live"]'],
  ["backlog", "/projects/live/backlog", ".item-row > a"],
  ["status", "/projects/live/status", ".bar .btn:last-child"],
  ["project settings", "/projects/live/settings", ".main input"],
  ["recovery", "/projects/torn/backlog", ".again .btn"],
  ["install", "/install", ".main input"],
  ["init", "/init", ".main input"],
  ["settings", "/settings", ".main input"],
] as const;

test.each(PAGES)(
  "%s: interactive within a second, nothing moves, little script",
  async (name, path, control) => {
    const scriptKb = name === "projects" ? FIRST_LOAD_KB : DEEP_LINK_KB;
    const tries: PageFigures[] = [];
    const good = () =>
      tries.some(
        ({ interactive, shift, script }) =>
          interactive < 1_000 * crowd() && shift < 0.02 && script < scriptKb,
      );
    while (tries.length < TRIES && !good()) {
      tries.push(await loadFigures(browser, `${server.url}${path}`, control));
      await closePages(browser);
    }
    const interactive = Math.min(...tries.map((one) => one.interactive));
    const shift = Math.min(...tries.map((one) => one.shift));
    // A page that stands late has begun by then to fetch what it fetches when it is at rest.
    const script = Math.min(...tries.map((one) => one.script));
    note(`${name}: interactive`, interactive, 1_000, "ms");
    note(`${name}: layout shift`, shift, 0.02);
    note(`${name}: script`, script, scriptKb, "KB");
    expect(shift, tries.flatMap(({ moved }) => moved).join("\n")).toBeLessThan(0.02);
    expect(interactive).toBeLessThan(1_000 * crowd());
    expect(script).toBeLessThan(scriptKb);
    expect(script).toBeGreaterThan(scriptKb / 2);
  },
);

test("10,000 items: a key is on the page within 50 ms, and no task of scrolling takes as long", async () => {
  await plantProject(server, "many", 10_000);
  const address = `${server.url}/projects/many/backlog?show=all`;
  const { page, complaints } = await openPage(browser, address);
  const first = page.locator(".item-row").first();
  await first.waitFor();
  expect(await page.locator(".item-row").count()).toBeLessThan(80);
  const list = page.locator(".list");
  const left = () => list.evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop);
  let scrolling = Infinity;
  for (let tried = 0; tried < TRIES && scrolling >= 50; tried += 1) {
    await list.evaluate((one) => (one.scrollTop = 0));
    const longest = await longestTask(page, async () => {
      await list.hover();
      while ((await left()) > 1) {
        await page.mouse.wheel(0, 4_000);
        await page.waitForTimeout(16);
      }
    });
    scrolling = Math.min(scrolling, longest);
  }
  note("10,000 items, top to bottom: longest task", scrolling, 50, "ms");
  expect(scrolling).toBeLessThan(50);
  let [typing, key] = [Infinity, Infinity];
  for (let tried = 0; tried < TRIES && (typing >= 50 || key >= 50 * crowd()); tried += 1) {
    if (tried > 0) await page.goto(address);
    await first.waitFor();
    let slowest = 0;
    const longest = await longestTask(page, async () => {
      await page.keyboard.press("/");
      slowest = await slowestKey(page, async () => {
        await page.keyboard.type("currency of step 77", { delay: 40 });
        await page.waitForTimeout(400);
      });
    });
    [typing, key] = [Math.min(typing, longest), Math.min(key, slowest)];
  }
  note("10,000 items: longest task of typing", typing, 50, "ms");
  note("10,000 items: from key to paint", key, 50, "ms");
  await expect.poll(() => page.locator(".item-row").count()).toBeGreaterThan(3);
  expect(typing).toBeLessThan(50);
  expect(key).toBeLessThan(50 * crowd());
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+G");
  await page.getByRole("heading", { name: "9,000 open items are too many to draw at once" }).waitFor();
  await page.locator(".offered button").first().click();
  await page.locator("[data-node]").first().waitFor();
  expect(await page.locator("[data-node]").count()).toBeLessThan(10);
  expect(complaints).toEqual([]);
}, 180_000);

test("an event in the file is on the page within half a second", async () => {
  const { page } = await openPage(browser, `${server.url}/projects/live/status`);
  await page.locator(".tl li").first().waitFor();
  const delays: number[] = [];
  for (let tried = 0; tried < TRIES; tried += 1) {
    const written = Date.now();
    await live.emit({ type: "item_completed", itemId: "007", title: `Written ${tried}`, commit: "5d07c1a" });
    await page.locator(".tl li", { hasText: `Written ${tried}` }).waitFor();
    delays.push(Date.now() - written);
  }
  note("from the file to the page", Math.min(...delays), 500, "ms");
  expect(Math.min(...delays)).toBeLessThan(500 * crowd());
});

test("left open for 10,000 events the page doesn't grow", async () => {
  const { page, complaints } = await openPage(browser, `${server.url}/projects/live/status`);
  await page.locator(".log li").first().waitFor();
  const happen = async (count: number) => {
    for (let done = 0; done < count; done += 500)
      await page.locator(".log li", { hasText: await live.happen(500) }).waitFor();
    return weigh(page);
  };
  const early = await happen(2_000);
  const late = await happen(8_000);
  note("heap after 10,000 events, of that after 2,000", late.heap / early.heap, 1.2);
  note("nodes after 10,000 events, of those after 2,000", late.nodes / early.nodes, 1.1);
  expect(late.heap).toBeLessThan(early.heap * 1.2);
  expect(late.nodes).toBeLessThan(early.nodes * 1.1);
  expect(complaints).toEqual([]);
}, 180_000);

const turn = (page: Page, now: "hidden" | "visible") =>
  page.evaluate(`Object.defineProperty(document, "hidden", { value: ${now === "hidden"}, configurable: true });
    Object.defineProperty(document, "visibilityState", { value: "${now}", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"))`);

test("eight tabs: those that nobody sees give their connection back, and have missed nothing when they are seen", async () => {
  const { page: first } = await openPage(browser, `${server.url}/projects/live/status`);
  const stands = (page: Page) => page.locator(".log li").first().waitFor();
  await stands(first);
  let last = first;
  for (let tabs = 2; tabs <= 8; tabs += 1) {
    await turn(last, "hidden");
    last = await first.context().newPage();
    await last.goto(`${server.url}/projects/live/status`);
    await stands(last);
  }
  const tool = await live.happen(200);
  await last.locator(".log li", { hasText: tool }).waitFor();
  await turn(last, "hidden");
  expect(await first.locator(".log li", { hasText: tool }).count()).toBe(0);
  await turn(first, "visible");
  await first.locator(".log li", { hasText: tool }).waitFor();
  expect(await first.getByText("Not live").count()).toBe(0);
}, 60_000);

test("a tab that nobody sees tells the state in its title, and on the desktop that it is asked", async () => {
  const { page } = await openPage(browser, `${server.url}/icons/idle.svg`);
  await page.clock.install();
  await page.addInitScript(`window.told = [];
    window.Notification = class extends EventTarget {
      static permission = "granted";
      constructor(text) { super(); told.push(text); }
    }`);
  await page.goto(`${server.url}/projects/other-1/status`);
  await page.locator('.side-list a[title^="other-1"] .count').waitFor();
  await turn(page, "hidden");
  await page.clock.runFor(5_000);
  await ask(server, "other-1", "003", "Which of the two?");
  const titleThen = async () => {
    await page.clock.runFor(31_000);
    return page.title();
  };
  await expect.poll(titleThen).toBe("1 question · other-1");
  await expect.poll(() => page.evaluate("told")).toEqual(["other-1 needs an answer"]);
});
