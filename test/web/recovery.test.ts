import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { axeFindings, closePages, openBrowser, openPage } from "./browser.ts";
import { startServer, type RealServer } from "./real-server.ts";

let browser: Browser;
let server: RealServer;

const shots = process.env["SHOTS"];

beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), startServer()]);
  await mkdir(join(server.root, "torn"));
  await server.run("torn", "git", "init", "--quiet", "-b", "work");
  await server.tool("torn", "install", "--yes");
  for (const title of ["One", "Two", "Three"])
    await server.tool("torn", "backlog", "add", "--title", title, "--type", "bug");
}, 60_000);

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const backlog = () => join(server.root, "torn/.tool/backlog.json");
const own = (complaints: readonly string[]) =>
  complaints.filter((one) => !one.startsWith("Failed to load resource"));

/** Changes the file as somebody with an editor would; gives its text before. */
async function edit(change: (text: string) => string): Promise<string> {
  const text = await readFile(backlog(), "utf8");
  await writeFile(backlog(), change(text));
  return text;
}

const noComma = (text: string) => text.replace(/\},(\s*\{)/, "}$1");

async function openTorn(
  theme: "light" | "dark" = "light",
): Promise<{ page: Page; complaints: readonly string[] }> {
  const opened = await openPage(browser, `${server.url}/projects/torn/backlog`, theme);
  await opened.page.getByRole("complementary", { name: "Ways out" }).waitFor();
  return opened;
}

describe.each(["light", "dark"] as const)("%s", (theme) => {
  test("a backlog that is no JSON: what, where, and the backup brings it back", async () => {
    const before = await edit(noComma);
    const { page, complaints } = await openTorn(theme);
    await page.getByRole("heading", { name: "backlog.json is not valid JSON" }).waitFor();
    const source = page.getByRole("region", { name: /^backlog.json, lines \d+ to \d+$/ });
    await expect
      .poll(() => source.locator(".bad").innerText())
      .toMatch(/^\d+\s+\{\s+ {4}\^ a comma or \] is missing$/);
    await page.getByText("2 items", { exact: true }).waitFor();
    await page.getByText(/^\.tool\/backlog\.json, changed \d+ \w+ \d\d:\d\d$/).waitFor();
    await expect.poll(() => page.title()).toBe("✕ torn");
    await page.getByRole("button", { name: "progress" }).click();
    await page.getByRole("dialog", { name: "progress.md" }).getByText("What sessions have learned").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await axeFindings(page)).toEqual([]);
    if (shots !== undefined) await page.screenshot({ path: join(shots, `recovery-${theme}.png`) });
    await page.getByRole("button", { name: "Restore the backup" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restore 2 items" }).click();
    await page.getByText("2 items restored").waitFor();
    await page.getByText("Checked: no findings").waitFor();
    await page.getByRole("complementary", { name: "Ways out" }).waitFor({ state: "detached" });
    const restored = JSON.parse(await readFile(backlog(), "utf8")) as { items: unknown[] };
    expect(restored.items).toHaveLength(2);
    expect(own(complaints)).toEqual([]);
    await writeFile(`${backlog()}.bak`, JSON.stringify(restored));
    await writeFile(backlog(), before);
  });
});

test("JSON of another make: every place; the page opens by itself once the file is mended", async () => {
  const before = await edit((text) =>
    text
      .replace('"type": "bug"', '"type": "<i>wish</i>"')
      .replace(/"priority": \d(?![\s\S]*"priority")/, '"priority": 9'),
  );
  const { page } = await openTorn();
  await page.getByText("2 places have to be mended.").waitFor();
  const places = await page.locator(".places li").allInnerTexts();
  expect(places[0]).toMatch(/^001 · items\[0\]\.type[\s\S]*not "<i>wish<\/i>"$/);
  expect(places[1]).toMatch(/^003 · items\[2\]\.priority/);
  expect(await axeFindings(page)).toEqual([]);
  await writeFile(backlog(), before);
  await page.getByRole("complementary", { name: "Ways out" }).waitFor({ state: "detached", timeout: 20_000 });
});

test("no backup, a broken one: what else can be done is told", async () => {
  const before = await edit(() => "");
  const backup = await readFile(`${backlog()}.bak`, "utf8");
  await writeFile(`${backlog()}.bak`, "{");
  const { page } = await openTorn();
  const restore = page.getByRole("button", { name: "Restore the backup" });
  await expect.poll(() => restore.getAttribute("aria-description")).toBe("The backup can't be read either");
  await page.getByText("git restore .tool/backlog.json").waitFor();
  await rm(`${backlog()}.bak`);
  await page.reload();
  await page.getByRole("heading", { name: "There is no backup" }).waitFor();
  await writeFile(backlog(), before);
  await page.getByRole("heading", { name: "Mend it yourself" }).click();
  await page.keyboard.press("r");
  await page.getByRole("complementary", { name: "Ways out" }).waitFor({ state: "detached", timeout: 20_000 });
  await writeFile(`${backlog()}.bak`, backup);
});

test("a marker that is broken, on every tab of the project", async () => {
  const file = join(server.root, "torn/.tool.json");
  const before = await readFile(file, "utf8");
  await writeFile(file, '{"tool": true,');
  const { page } = await openPage(browser, `${server.url}/projects/torn/settings`);
  await page.getByRole("heading", { name: ".tool.json is not valid JSON" }).waitFor();
  expect(await page.getByRole("button", { name: "Restore the backup" }).count()).toBe(0);
  await page.getByRole("link", { name: "Status" }).click();
  await page.getByRole("heading", { name: ".tool.json is not valid JSON" }).waitFor();
  await writeFile(file, before);
});
