import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { axeFindings, closePages, holdAnswers, openBrowser, openPage } from "./browser.ts";
import { startServer, type RealServer } from "./real-server.ts";

let browser: Browser;
let server: RealServer;

const shots = process.env["SHOTS"];

beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), startServer()]);
  for (const id of ["shop", "attic"]) {
    await mkdir(join(server.root, id));
    await server.run(id, "git", "init", "--quiet", "-b", "work");
    const scripts = { test: "node --test", lint: "eslint ." };
    await writeFile(join(server.root, id, "package.json"), JSON.stringify({ scripts }));
    await server.tool(id, "install", "--yes");
  }
}, 60_000);

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const own = (complaints: readonly string[]) =>
  complaints.filter((one) => !one.startsWith("Failed to load resource"));

async function marker(id: string): Promise<Record<string, Record<string, unknown>>> {
  return JSON.parse(await readFile(join(server.root, id, ".tool.json"), "utf8")) as Record<
    string,
    Record<string, unknown>
  >;
}

async function look(page: Page, name: string): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`) });
}

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const saved = (page: Page) => page.getByText(/^Saved \d\d:\d\d$/);

test("settings are saved when a field is left; a bad value stays in it, and which one holds is told", async () => {
  const { page, complaints } = await openPage(browser, `${server.url}/settings`);
  await field(page, "Port").fill("99999");
  await page.keyboard.press("Tab");
  await page.getByText("The port must be a whole number from 1 to 65535. Still using 5173.").waitFor();
  expect(await field(page, "Port").inputValue()).toBe("99999");
  await field(page, "Root directory").fill("~/nowhere");
  await page.keyboard.press("Enter");
  await page.getByText(/^There is no folder .*\/nowhere\. Still using .*\/code\.$/).waitFor();
  await look(page, "settings-light");
  await field(page, "Root directory").press("Escape");
  await expect.poll(() => field(page, "Root directory").inputValue()).toBe("");
  await field(page, "Port").fill("8080");
  await page.keyboard.press("Enter");
  await saved(page).waitFor();
  await field(page, "Port").fill("");
  await page.keyboard.press("Enter");
  await expect.poll(() => field(page, "Port").inputValue()).toBe("5173");
  expect(own(complaints)).toEqual([]);
});

test("theme at once, the default agent, an agent of one's own, hidden projects", async () => {
  const agent = join(server.root, "..", "my-agent");
  await writeFile(agent, "#!/bin/sh\n");
  await chmod(agent, 0o755);
  const { page, complaints } = await openPage(browser, `${server.url}/settings`);
  await page.getByRole("button", { name: "Dark" }).click();
  await page.locator("html[data-theme=dark]").waitFor();
  await saved(page).waitFor();
  await page.getByRole("button", { name: "Configure" }).click();
  await page.getByRole("textbox", { name: "Program" }).fill(agent);
  await page.getByRole("textbox", { name: "Arguments" }).fill("--quiet\n--yes");
  await look(page, "settings-agent-dark");
  // Written by somebody else, since the page was read.
  const config = join(server.root, "..", "home/.tool/config.json");
  const before = JSON.parse(await readFile(config, "utf8")) as object;
  const providers = { codex: { extraArgs: ["--mine"] } };
  await writeFile(config, JSON.stringify({ ...before, providers }));
  await page.keyboard.press("Control+Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(JSON.parse(await readFile(config, "utf8"))).toMatchObject({
    providers: { ...providers, "generic-cli": { binary: agent } },
  });
  await page.getByRole("radio", { name: "generic-cli is the default" }).click();
  await page
    .getByRole("row", { name: /generic-cli/ })
    .getByText("Available")
    .waitFor();
  await page.getByRole("switch", { name: "Show attic" }).click();
  await page.getByText("1 hidden").waitFor();
  await page.getByRole("navigation", { name: "Projects" }).getByText("attic").waitFor({ state: "detached" });
  await look(page, "settings-dark");
  expect(await server.tool("", "config", "get", "theme")).toBe("dark\n");
  expect((await marker("attic"))["options"]).toMatchObject({ ignoreInTool: true });
  await page.getByRole("switch", { name: "Show attic" }).click();
  await page.getByText("1 hidden").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "System" }).click();
  expect(own(complaints)).toEqual([]);
});

describe.each(["light", "dark"] as const)("a project's settings, %s", (theme) => {
  test("what detection and update would change, both taken", async () => {
    await server.tool("shop", "profile", "set", "test", "make old-test");
    await writeFile(join(server.root, "shop/.tool/backlog.schema.json"), "{}\n");
    const { page, complaints } = await openPage(browser, `${server.url}/projects/shop/settings`, theme);
    await page.getByText("1 command differs from what is stored").waitFor();
    await page.getByText("Verify becomes npm test && npm run lint").waitFor();
    await page.getByRole("button", { name: "Difference in .tool/backlog.schema.json" }).click();
    await page
      .getByRole("region", { name: /^Difference in/ })
      .getByText("-{}")
      .waitFor();
    await look(page, `project-diff-${theme}`);
    await page.keyboard.press("Escape");
    await look(page, `project-settings-${theme}`);
    await page.getByRole("checkbox", { name: "Take the detected test" }).click();
    const take = page.getByRole("button", { name: "Take 0 changes" });
    await expect.poll(() => take.getAttribute("aria-description")).toBe("Nothing is chosen");
    await page.getByRole("checkbox", { name: "Take the detected test" }).click();
    await page.getByRole("button", { name: "Take 1 change" }).click();
    await page.getByText("nothing differs from what is stored").waitFor();
    expect((await marker("shop"))["profile"]).toMatchObject({ verify: "npm test && npm run lint" });
    await writeFile(join(server.root, "shop/.tool/backlog.schema.json"), "{}\n");
    await page.reload();
    await page.getByRole("button", { name: "Update 1 file" }).click();
    const dialog = page.getByRole("dialog", { name: "Update 1 file?" });
    await dialog.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Update 1 file" }).click();
    await page.getByText("1 file updated").waitFor();
    await page.getByText("All of them are current.").waitFor();
    expect(await readFile(join(server.root, "shop/.tool/backlog.schema.json"), "utf8")).toContain("$schema");
    expect(own(complaints)).toEqual([]);
  });
});

test("an update asks before it takes back what was changed by hand after the page was read", async () => {
  const schema = join(server.root, "shop/.tool/backlog.schema.json");
  await rm(schema, { force: true });
  const { page } = await openPage(browser, `${server.url}/projects/shop/settings`);
  const update = page.getByRole("button", { name: "Update 1 file" });
  await update.waitFor();
  await writeFile(schema, '{ "by": "hand" }\n');
  await update.click();
  const dialog = page.getByRole("dialog", { name: "Update 1 file?" });
  await dialog.getByText("What was changed by hand in .tool/backlog.schema.json is written anew").waitFor();
  expect(await readFile(schema, "utf8")).toContain("hand");
  await dialog.getByRole("button", { name: "Update 1 file" }).click();
  await page.getByText("1 file updated").waitFor();
});

test("what the server is slow to tell is not told as none", async () => {
  const { page } = await openPage(browser, `${server.url}/icons/idle.svg`);
  const projects = await holdAnswers(page, "**/api/projects");
  const loops = await holdAnswers(page, "**/api/loops");
  await page.goto(`${server.url}/settings`);
  await page.getByText("Live loops on this machine").waitFor();
  expect(await page.getByText("None", { exact: true }).count()).toBe(0);
  expect(await page.getByText("No folder below the root directory").count()).toBe(0);
  projects();
  loops();
  await page.getByText("None", { exact: true }).waitFor();
  await page.getByRole("switch", { name: "Show shop" }).waitFor();
});

test("options and commands are saved one by one; an empty one is taken away", async () => {
  const { page } = await openPage(browser, `${server.url}/projects/shop/settings`);
  await field(page, "Iterations a run").fill("0");
  await page.keyboard.press("Tab");
  await page
    .getByText("Iterations must be a whole number, 1 at least. Still computed from the backlog.")
    .waitFor();
  await field(page, "Iterations a run").fill("12");
  await page.keyboard.press("Tab");
  await saved(page).waitFor();
  await field(page, "Variables").fill("NODE_ENV=test\nnonsense");
  await page.keyboard.press("Control+Enter");
  await page.getByText("“nonsense” is no NAME=value. What was stored still holds.").waitFor();
  await field(page, "Variables").fill("NODE_ENV=test");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("switch", { name: "Sweep done items when a run starts" }).click();
  await page.getByText("On: they go to the archive").waitFor();
  await field(page, "Stored build").fill("make");
  await page.keyboard.press("Enter");
  await page.getByText("Verify becomes npm test && npm run lint").waitFor();
  expect(await marker("shop")).toMatchObject({
    options: { maxIterations: 12, childEnv: { NODE_ENV: "test" }, autoSweep: true },
    profile: { commands: { build: "make" } },
  });
  await field(page, "Stored packageManager").fill("bower");
  await page.keyboard.press("Enter");
  await page.getByText('not "bower". Still npm.').waitFor();
  await field(page, "Iterations a run").fill("");
  await page.keyboard.press("Enter");
  await field(page, "Stored build").fill("");
  await page.keyboard.press("Enter");
  await page.getByText("nothing differs from what is stored").waitFor();
  expect((await marker("shop"))["options"]).not.toHaveProperty("maxIterations");
});

test("removing the tool asks for the project's name, and keeps the backlog", async () => {
  await server.tool("attic", "backlog", "add", "--title", "Kept", "--type", "chore");
  const { page } = await openPage(browser, `${server.url}/projects/attic/settings`);
  await page.getByRole("button", { name: "Remove the tool" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove the tool from attic?" });
  const remove = dialog.getByRole("button", { name: "Remove" });
  await dialog.getByRole("textbox").fill("shop");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => remove.getAttribute("aria-disabled")).toBe("true");
  await look(page, "project-remove-light");
  await dialog.getByRole("textbox").fill("attic");
  await remove.click();
  await page.waitForURL("**/projects");
  await page.getByText("The tool is removed from attic").waitFor();
  await expect(readFile(join(server.root, "attic/.tool.json"))).rejects.toThrow("ENOENT");
  expect(await readFile(join(server.root, "attic/.tool/backlog.json"), "utf8")).toContain("Kept");
  await page.goto(`${server.url}/projects/attic/backlog`);
  await page.getByRole("main").getByRole("link", { name: "Install" }).click();
  await page.waitForURL("**/install?project=attic");
});
