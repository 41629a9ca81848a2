import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { NIGHT_ITEMS } from "./backlog-data.ts";
import { axeFindings, closePages, holdAnswers, openBrowser, openPage, type ColorScheme } from "./browser.ts";
import { startServer, type RealServer } from "./real-server.ts";

const shots = process.env["SHOTS"];
const STEP_MS = 20_000;
const PROFILE = ["--test-cmd", "pnpm test", "--typecheck-cmd", "pnpm typecheck"];

let browser: Browser;
let server: RealServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), startServer()]);
  await mkdir(join(server.root, "empty"));
  await server.run("empty", "git", "init", "--quiet");
  await server.tool("empty", "install", "--yes", ...PROFILE);
}, 60_000);

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const backlogOf = (id: string) => join(server.root, id, ".tool/backlog.json");

/** A project of its own with these items. */
async function project(id: string, items: readonly BacklogItem[] = NIGHT_ITEMS): Promise<string> {
  await cp(join(server.root, "empty"), join(server.root, id), { recursive: true });
  await writeFile(backlogOf(id), JSON.stringify({ project: id, description: "", items }));
  return id;
}

async function openBacklog(id: string, search = "", theme: ColorScheme = "light") {
  const opened = await openPage(browser, `${server.url}/projects/${id}/backlog${search}`, theme);
  opened.page.setDefaultTimeout(STEP_MS);
  await opened.page
    .getByText("backlog.json is valid")
    .or(opened.page.locator(".zoom, .em"))
    .first()
    .waitFor();
  return opened;
}

async function stored(id: string, itemId: string): Promise<BacklogItem | undefined> {
  const { items } = JSON.parse(await readFile(backlogOf(id), "utf8")) as { items: BacklogItem[] };
  return items.find((item) => item.id === itemId);
}

async function countStored(id: string): Promise<number> {
  const { items } = JSON.parse(await readFile(backlogOf(id), "utf8")) as { items: unknown[] };
  return items.length;
}

const cursorOf = (page: Page) => page.locator(".item-row.is-cursor").getAttribute("data-item");
const rowsOf = (page: Page) => page.locator(".item-row > .id").allInnerTexts();
const focusOf = (page: Page) => page.locator(":focus").getAttribute("aria-label");
const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

async function shot(page: Page, name: string): Promise<void> {
  if (shots === undefined) return;
  await mkdir(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `backlog-${name}.png`) });
}

describe.each(["light", "dark"] as const)("%s", (theme) => {
  test("list, panel and graph: all of the night, nothing for axe, no complaint", async () => {
    const id = await project(`looks-${theme}`);
    const { page, complaints } = await openBacklog(id, "?item=014", theme);
    await page.getByRole("region", { name: "Item 014" }).waitFor();
    await expect
      .poll(() => page.locator(".list h2").allInnerTexts())
      .toEqual(["Priority 1", "Priority 2", "Priority 3", "Priority 4", "Done"]);
    await expect
      .poll(() => page.locator('[data-item="015"]').innerText())
      .toMatch(/012\s+014\s+holds 1\s+feature/);
    await expect.poll(() => page.locator('[data-item="016"]').innerText()).toContain("next");
    await expect
      .poll(() => page.locator('[data-item="017"]').innerText())
      .toContain("gave up after 4 attempts");
    await shot(page, `list-${theme}`);
    await page.getByRole("button", { name: "Graph" }).click();
    await page.locator('[data-node="012"]').click();
    await page.getByText("Without an answer these stay undone").waitFor();
    await expect.poll(() => page.locator(".n.held").count()).toBe(3);
    await expect.poll(() => page.locator("path.e.hot").count()).toBe(3 + 1);
    expect(await axeFindings(page)).toEqual([]);
    await shot(page, `graph-${theme}`);
    expect(complaints).toEqual([]);
  });

  test("what opens over the page: filter, menus, picker, selection; nothing for axe", async () => {
    const id = await project(`over-${theme}`);
    const { page, complaints } = await openBacklog(id, "?item=014", theme);
    await press(page, "f");
    await page.getByRole("dialog", { name: "Filter" }).waitFor();
    await press(page, "Escape", "j", "x");
    await page.getByText("1 selected").waitFor();
    await page.getByText("Notes, spec references").click();
    await page.getByRole("button", { name: /^Status/ }).click();
    await page.getByRole("menuitemradio").first().waitFor();
    expect(await page.getByRole("menuitemradio").allInnerTexts()).toEqual([
      "Pending",
      "In progress",
      "Blocked",
    ]);
    expect(await axeFindings(page)).toEqual([]);
    await press(page, "Escape");
    await page.getByRole("button", { name: /Add a dependency/ }).click();
    await page.getByRole("option").first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await shot(page, `picker-${theme}`);
    expect(complaints).toEqual([]);
  });
});

test("at 1024 nothing that acts is gone", async () => {
  const { page } = await openBacklog(await project("narrow"), "?item=012");
  await page.setViewportSize({ width: 1024, height: 720 });
  for (const name of [/By priority/, "Graph", /Filter/, /New item/])
    await expect.poll(() => page.getByRole("button", { name }).isVisible()).toBe(true);
  await expect.poll(() => page.locator('[data-item="012"] .note').isVisible()).toBe(false);
  await expect.poll(() => page.locator('[data-item="015"] .chip').first().isVisible()).toBe(true);
  await shot(page, "1024");
});

test("by keyboard: leaf through, into the panel and back, select, sort away", async () => {
  const id = await project("keys");
  const { page, complaints } = await openBacklog(id);
  await press(page, "j", "j", "ArrowDown", "k");
  await expect.poll(() => cursorOf(page)).toBe("012");
  await press(page, "Enter");
  await page.getByRole("region", { name: "Item 012" }).waitFor();
  await press(page, "j");
  await page.getByRole("region", { name: "Item 013" }).waitFor();
  await expect.poll(() => page.locator('[data-item="013"] > a:focus').count()).toBe(1);
  await press(page, "Enter");
  await expect.poll(() => focusOf(page)).toBe("Title");
  await press(page, "Escape", "Tab");
  await expect.poll(() => focusOf(page)).toBe("Title");
  await press(page, "Escape", "Escape");
  await page.getByRole("region", { name: "Item 013" }).waitFor({ state: "detached" });
  await press(page, "k", "x", "j", "j", "Shift+X");
  await page.getByText("3 selected").waitFor();
  await press(page, "3");
  await page.getByText("012, 013 and 017 have priority 3").waitFor();
  await expect.poll(async () => (await stored(id, "013"))?.priority).toBe(3);
  await press(page, "Control+z");
  await expect.poll(async () => (await stored(id, "012"))?.priority).toBe(1);
  await press(page, "Escape", "Shift+G");
  await page.locator("[data-node]").first().waitFor();
  await press(page, "j", "ArrowRight");
  await page.getByRole("region", { name: "Item 014" }).waitFor();
  await press(page, "ArrowDown", "ArrowUp", "ArrowLeft");
  await page.getByRole("region", { name: "Item 011" }).waitFor();
  await press(page, "Enter");
  await expect.poll(() => focusOf(page)).toBe("Title");
  expect(complaints).toEqual([]);
});

test("filters lie in the address: back undoes them, and nothing found says what was meant", async () => {
  const { page } = await openBacklog(await project("filters"));
  await press(page, "/");
  await page.keyboard.type("reverse");
  await expect.poll(() => rowsOf(page)).toEqual(["011", "014", "021"]);
  await page.waitForURL("**/backlog?q=reverse");
  await page.keyboard.type("z");
  await page.getByRole("button", { name: "Search “reverse”" }).click();
  await expect.poll(() => rowsOf(page)).toEqual(["011", "014", "021"]);
  await page.getByRole("textbox", { name: "Filter by text or id" }).fill("");
  await page.waitForURL("**/backlog");
  await press(page, "Enter", "f");
  await page.getByRole("checkbox", { name: "bugfix" }).click();
  await page.waitForURL("**/backlog?type=bugfix");
  await press(page, "Escape");
  await expect.poll(() => rowsOf(page)).toEqual(["022", "023"]);
  await page.getByRole("button", { name: /^Done/ }).first().click();
  await expect.poll(() => rowsOf(page)).toEqual(["006"]);
  await page.goBack();
  await expect.poll(() => rowsOf(page)).toEqual(["022", "023"]);
  await page.goBack();
  await expect.poll(() => page.locator(".item-row").count()).toBe(18);
  await page.getByRole("button", { name: "By priority" }).click();
  await page.getByRole("menuitemradio", { name: "By id" }).click();
  await page.waitForURL("**/backlog?sort=id");
  await expect.poll(async () => (await rowsOf(page)).slice(0, 4)).toEqual(["011", "012", "013", "014"]);
});

test("an item is written in place: drafts stay, criteria move, a circle is refused", async () => {
  const id = await project("edits");
  const { page, complaints } = await openBacklog(id, "?item=014");
  await page.getByText("auto", { exact: true }).waitFor();
  await page.getByRole("textbox", { name: "Criterion 2" }).fill("Two closes leave the later date");
  await press(page, "Alt+ArrowUp");
  await page.getByText("1 change, not saved").waitFor();
  await page.locator(".grip").nth(2).hover();
  await page.mouse.down();
  await page
    .locator(".crit")
    .first()
    .hover({ position: { x: 5, y: 1 } });
  await page.mouse.up();
  await page.reload();
  await page.getByText("1 change, not saved").waitFor();
  await expect.poll(() => page.locator('[data-item="014"] .draft-dot').count()).toBe(1);
  await page.getByRole("button", { name: "Type feature" }).click();
  await page.getByRole("menuitemradio", { name: "refactor" }).click();
  await page.getByRole("menu").waitFor({ state: "detached" });
  await press(page, "d");
  await page.getByRole("combobox").fill("028");
  const circle = page.getByRole("option", { name: /028/ });
  await expect.poll(() => circle.innerText()).toContain("waits for 014: a circle");
  await expect.poll(() => circle.getAttribute("aria-disabled")).toBe("true");
  await page.getByRole("combobox").fill("csv");
  await press(page, "Enter");
  await page.getByText("3 changes, not saved").waitFor();
  await press(page, "Control+Enter");
  await page.getByText("changes, not saved").waitFor({ state: "detached" });
  await expect
    .poll(() => stored(id, "014"))
    .toMatchObject({
      type: "refactor",
      dependsOn: ["011", "018"],
      acceptanceCriteria: [
        "pnpm test && pnpm typecheck passes",
        "Two closes leave the later date",
        "Posting an entry dated in a closed period answers 409 `PERIOD_CLOSED` and names the date",
      ],
    });
  expect(complaints).toEqual([]);
});

test("an item that changed under one's hands: both can be kept", async () => {
  const id = await project("hands");
  const { page } = await openBacklog(id, "?item=016");
  await page.getByRole("textbox", { name: "Title" }).fill("One query module");
  await server.tool(id, "backlog", "edit", "016", "--status", "in_progress");
  // At once: the page has not read it again by itself.
  await press(page, "Control+Enter");
  const dialog = page.getByRole("dialog", { name: "016 changed while you edited it" });
  await dialog.getByText("It is in progress now. Your changes are to the title; they can be kept.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Keep both" }).click();
  await expect
    .poll(() => stored(id, "016"))
    .toMatchObject({ title: "One query module", status: "in_progress" });
}, 60_000);

test("what is written while a save is under way stays, not saved", async () => {
  const id = await project("meanwhile");
  const { page } = await openBacklog(id, "?item=016");
  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("One query module");
  const release = await holdAnswers(page, "**/backlog/016", "PUT");
  await press(page, "Control+Enter");
  await expect.poll(async () => (await stored(id, "016"))?.title).toBe("One query module");
  await page.getByRole("textbox", { name: "Description" }).fill("Written meanwhile");
  await title.fill("Two query modules");
  release();
  await page.getByText("016 saved").waitFor({ state: "attached" });
  await page.getByText("2 changes, not saved").waitFor();
  await expect.poll(() => title.inputValue()).toBe("Two query modules");
  // It was changed by nobody else: there is nothing to ask.
  await press(page, "Control+Enter");
  await expect
    .poll(() => stored(id, "016"))
    .toMatchObject({ title: "Two query modules", description: "Written meanwhile" });
});

test("a save whose panel was left is no draft any more", async () => {
  const id = await project("left");
  const { page } = await openBacklog(id, "?item=016");
  await page.getByRole("textbox", { name: "Title" }).fill("One query module");
  const release = await holdAnswers(page, "**/backlog/016", "PUT");
  await press(page, "Control+Enter");
  await page.locator('[data-item="014"] > a').click();
  await page.getByRole("region", { name: "Item 014" }).waitFor();
  release();
  await expect.poll(() => page.evaluate("localStorage.getItem('tool.drafts')")).toBe("{}");
});

test("a new item that is left while it is being added is no draft any more; what was written meanwhile is one of the added item", async () => {
  const id = await project("adding", []);
  const { page } = await openBacklog(id, "?item=new");
  await page.getByRole("textbox", { name: "Title" }).fill("Export as CSV");
  const first = await holdAnswers(page, "**/api/projects/*/backlog", "POST");
  await press(page, "Control+Enter");
  await expect.poll(async () => (await stored(id, "001"))?.title).toBe("Export as CSV");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("region", { name: "New item" }).waitFor({ state: "detached" });
  first();
  await page.locator('[data-item="001"]').waitFor();
  await press(page, "c");
  await expect.poll(() => page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("");
  await page.unrouteAll();
  await page.getByRole("textbox", { name: "Title" }).fill("Import as CSV");
  const second = await holdAnswers(page, "**/api/projects/*/backlog", "POST");
  await press(page, "Control+Enter");
  await expect.poll(async () => (await stored(id, "002"))?.title).toBe("Import as CSV");
  await page.getByRole("textbox", { name: "Description" }).fill("Written meanwhile");
  second();
  await page.getByRole("region", { name: "Item 002" }).waitFor();
  await page.getByText("1 change, not saved").waitFor();
  await expect
    .poll(() => page.getByRole("textbox", { name: "Description" }).inputValue())
    .toBe("Written meanwhile");
});

test("while the archive is read again the page stays: what is typed goes on into its field", async () => {
  const id = await project("archives");
  const { page } = await openBacklog(id);
  const release = await holdAnswers(page, /\/archive(\/|$)/);
  await page.locator('[data-item="016"] > a').click();
  const description = page.getByRole("textbox", { name: "Description" });
  await description.fill("");
  await server.tool(id, "backlog", "sweep", "--yes");
  const swept = page.getByRole("button", { name: /^Done\s*0$/ });
  await expect
    .poll(async () => {
      // Read again, as it is every half minute.
      await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
      return swept.count();
    })
    .toBe(1);
  await page.keyboard.type("4 windows");
  await expect.poll(() => description.inputValue()).toBe("4 windows");
  expect(await page.locator('[data-item="012"] .chip').count()).toBe(0);
  release();
  await expect.poll(() => description.inputValue()).toBe("4 windows");
});

test("all are unblocked that the question has named, and no other", async () => {
  const id = await project("named");
  const { page } = await openBacklog(id);
  await page.getByRole("button", { name: "Sweep, archive, validate, unblock all" }).click();
  await page.getByRole("menuitem", { name: /^Unblock \d items/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Unblock \d items/ });
  await dialog.waitFor();
  await server.tool(id, "backlog", "edit", "016", "--status", "blocked", "--blocked-reason", "mine");
  await press(page, "Control+Enter");
  await page.getByText("are pending again").waitFor();
  expect((await stored(id, "016"))?.status).toBe("blocked");
  expect((await stored(id, "013"))?.status).toBe("pending");
});

test("of two changes of a field the later one stays, however long the first takes", async () => {
  const id = await project("turns");
  const { page } = await openBacklog(id, "?item=016");
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  const first = page.waitForRequest((request) => request.method() === "PUT");
  // The server takes what waits for a file in an order of its own.
  await page.route("**/backlog/016", async (route) => {
    const { priority } = route.request().postDataJSON() as { priority?: number };
    if (priority === 4) await held;
    await route.continue();
  });
  await press(page, "4");
  await first;
  await press(page, "1");
  await page.locator('[aria-label="Priority 1"]').first().waitFor();
  await page.waitForTimeout(500);
  go();
  await page.getByText("016 has priority 4").waitFor();
  await page.getByText("016 has priority 1").waitFor();
  expect((await stored(id, "016"))?.priority).toBe(1);
});

test("what was deleted is gone, all of it, when the page closes before the time for undo is over", async () => {
  const id = await project("closes");
  const { page } = await openBacklog(id);
  await press(page, "j", "x", "j", "x", "j", "x", "Delete");
  await page.getByText("3 items deleted").waitFor();
  await page.goto(`${server.url}/settings`);
  await expect.poll(async () => NIGHT_ITEMS.length - (await countStored(id))).toBe(3);
});

test("a check of backlog.json tells what it is now", async () => {
  const id = await project("checked");
  const { page } = await openBacklog(id);
  const release = await holdAnswers(page, "**/backlog/validate");
  await page.getByRole("button", { name: "Sweep, archive, validate, unblock all" }).click();
  await page.getByRole("menuitem", { name: "Check backlog.json" }).click();
  const title = page.getByRole("dialog").getByRole("heading").first();
  await expect.poll(() => title.innerText()).toBe("Checking backlog.json");
  release();
  await expect.poll(() => title.innerText()).toBe("backlog.json is valid, 4 findings");
});

test("a new item: kept while it is written, added with the default criterion", async () => {
  const { page, complaints } = await openBacklog("empty");
  await page.getByRole("heading", { name: "Nothing to do yet" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(page, "c");
  await expect.poll(() => focusOf(page)).toBe("Title");
  await page.keyboard.type("<img src=x onerror=alert(1)> `code`");
  await page.reload();
  await page.getByText("Kept as a draft").waitFor();
  await page.getByText("pnpm test && pnpm typecheck passes").waitFor();
  await press(page, "Control+Enter");
  await page.getByRole("region", { name: "Item 001" }).waitFor();
  await page.getByText("auto", { exact: true }).waitFor();
  expect((await stored("empty", "001"))?.title).toBe("<img src=x onerror=alert(1)> `code`");
  expect(complaints).toEqual([]);
});

test("a question is answered in place, a block is lifted", async () => {
  const id = await project("answers");
  const { page } = await openBacklog(id);
  await press(page, "j", "j", "a");
  await expect.poll(() => focusOf(page)).toBe("Your answer to 012");
  await page.keyboard.type("Fixed at posting");
  await press(page, "Control+Enter");
  await page.getByRole("link", { name: "Resume with 1 answer" }).waitFor();
  await page.locator('[data-item="012"]', { hasText: "answer kept" }).waitFor();
  await press(page, "j", "u");
  await page.getByText("013 is pending again").waitFor();
  await expect.poll(async () => (await stored(id, "013"))?.status).toBe("pending");
});

test("deleted and swept with undo, then the archive and its purge", async () => {
  const id = await project("sweeps");
  const { page, complaints } = await openBacklog(id);
  await page.locator('[data-item="014"] > a').click();
  await press(page, "Escape", "Delete");
  await page.getByText("014 deleted, 015, 019 and 028 still wait for it").waitFor();
  expect(await page.locator('[data-item="014"]').count()).toBe(0);
  await press(page, "Control+z");
  await page.locator('[data-item="014"]').waitFor();
  await page.getByRole("button", { name: "Sweep to the archive" }).click();
  await page.getByText("10 items swept to November").waitFor();
  expect(await page.locator('[data-item="012"] .chip').count()).toBe(0);
  // The page closes: what was held back is sent.
  await page.goto(`${server.url}/projects/${id}/backlog?view=archive`);
  await page.getByRole("button", { name: "November" }).first().waitFor();
  await expect.poll(() => page.locator(".archived").count()).toBe(10);
  await page.locator(".archived").first().click();
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, "archive");
  // Swept by somebody else, since the page was read.
  const month = join(server.root, id, ".tool/archive/2026-11.json");
  const kept = JSON.parse(await readFile(month, "utf8")) as { items: BacklogItem[] };
  const another = { ...(kept.items[0] as BacklogItem), id: "099" };
  await writeFile(month, JSON.stringify({ ...kept, items: [...kept.items, another] }));
  await page.getByRole("button", { name: "Purge November" }).click();
  const dialog = page.getByRole("dialog", { name: "Purge November from the archive?" });
  await dialog.getByText("012 waits for what is deleted").waitFor();
  await dialog.getByRole("button", { name: "Purge 11 items" }).click();
  await page.getByRole("heading", { name: "The archive is empty" }).waitFor();
  expect(complaints).toEqual([]);
});

test("hostile words stay words, in their place", async () => {
  const long = `${"Ein Wort ".repeat(80)}${"x".repeat(4_000)}`;
  const id = await project("hostile", [
    ...NIGHT_ITEMS.slice(10, 12),
    {
      ...(NIGHT_ITEMS[12] as BacklogItem),
      id: "100000000013",
      title: `\u001b[31m<b>\u202e${long}`,
      description: long.repeat(3),
      blockedReason: `<script>alert(1)</script>\n${"line\n".repeat(60)}`,
      acceptanceCriteria: [long, "<i>one</i>"],
      dependsOn: ["999"],
    },
  ]);
  const { page, complaints } = await openPage(
    browser,
    `${server.url}/projects/${id}/backlog?item=100000000013`,
  );
  await page.getByRole("button", { name: "Show all" }).first().waitFor();
  await expect.poll(() => page.locator(".item-row").last().innerText()).toContain("␛[31m<b>");
  await page.getByText("backlog.json is not valid").click();
  await page.getByRole("dialog", { name: /backlog.json is not valid/ }).waitFor();
  await press(page, "Escape");
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(1440);
  const panel = await page.locator(".panel").boundingBox();
  expect(panel?.width).toBe(432);
  for (const row of await page.locator(".item-row").all()) expect((await row.boundingBox())?.height).toBe(32);
  await shot(page, "hostile");
  await page.getByRole("button", { name: "Graph" }).click();
  await page.locator("[data-node]").first().waitFor();
  expect(complaints).toEqual([]);
});
