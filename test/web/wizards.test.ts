import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { axeFindings, closePages, holdAnswers, openBrowser, openPage } from "./browser.ts";
import { startServer, type RealServer } from "./real-server.ts";

let browser: Browser;
let server: RealServer;

const shots = process.env["SHOTS"];
const FORWARD = "Control+Enter";

beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), startServer()]);
  await mkdir(join(server.root, "web-kit"));
  const scripts = { test: "vitest run", "type-check": "tsc", lint: "eslint .", format: "prettier --write ." };
  await writeFile(join(server.root, "web-kit/package.json"), JSON.stringify({ name: "web-kit", scripts }));
  await writeFile(join(server.root, "web-kit/tsconfig.json"), "{}");
  await writeFile(join(server.root, "web-kit/AGENTS.md"), "# Mine\n");
  for (const args of [
    ["init", "--quiet", "-b", "main"],
    ["add", "-A"],
    ["commit", "--quiet", "-m", "Start"],
  ])
    await server.run("web-kit", "git", ...args);
  await mkdir(join(server.root, "plain"));
}, 60_000);

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 2, name });
const step = (page: Page) => page.locator(".steps [aria-current=step]").innerText();
/** What the page itself complains of; a refused request is told by the browser, too. */
const own = (complaints: readonly string[]) =>
  complaints.filter((one) => !one.startsWith("Failed to load resource"));

async function look(page: Page, name: string): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`) });
}

test("install: six steps by keyboard, every choice is in the files, and what was there stays", async () => {
  const { page, complaints } = await openPage(browser, `${server.url}/install`);
  await page.getByRole("textbox", { name: "Folder" }).fill(join(server.root, "web-kit/"));
  await page.keyboard.press(FORWARD);
  await heading(page, "What was found in web-kit").waitFor();
  await expect
    .poll(() => page.locator(".lines li").allInnerTexts())
    .toContainEqual(expect.stringMatching(/^git\s+branch main/));
  await look(page, "install-preflight-light");

  await page.keyboard.press(FORWARD);
  await heading(page, "Check what was detected").waitFor();
  await expect.poll(() => page.getByLabel("Stack", { exact: true }).inputValue()).toBe("node-typescript");
  await expect
    .poll(() => page.getByRole("checkbox", { name: "format" }).getAttribute("aria-checked"))
    .toBe("false");
  await page.getByRole("textbox", { name: "lint command" }).fill("npm run lint -- --max-warnings 0");
  await page.getByText("edited, was npm run lint").waitFor();
  await page.getByRole("checkbox", { name: "typecheck" }).click();
  await page.getByLabel("Layout").selectOption("Monorepo");
  await expect
    .poll(() => page.locator("code.verify").innerText())
    .toBe("npm test && npm run lint -- --max-warnings 0");
  await look(page, "install-profile-light");

  await page.keyboard.press(FORWARD);
  await heading(page, "How runs go here").waitFor();
  await page.getByLabel("Iterations a run").fill("many");
  await page.getByText("Iterations must be a whole number, 1 at least.").waitFor();
  await page.keyboard.press(FORWARD);
  expect(await step(page)).toContain("Configure");
  await page.getByLabel("Iterations a run").fill("30");
  await page.getByLabel("Model").fill("opus");
  await page.getByRole("checkbox", { name: "Sweep done items" }).click();
  await look(page, "install-configure-light");

  await page.keyboard.press(FORWARD);
  await heading(page, "What will be written").waitFor();
  await look(page, "install-review-light");
  await expect(readFile(join(server.root, "web-kit/.tool.json"))).rejects.toThrow("ENOENT");

  await page.getByRole("button", { name: "Write 9 files" }).click();
  await heading(page, "Installed in web-kit").waitFor();
  await page.getByText('git add -A && git commit -m "Set up tool"').waitFor();
  await look(page, "install-result-light");
  const marker: unknown = JSON.parse(await readFile(join(server.root, "web-kit/.tool.json"), "utf8"));
  expect(marker).toMatchObject({
    profile: { monorepo: true, commands: { typecheck: null, lint: "npm run lint -- --max-warnings 0" } },
    options: { maxIterations: 30, model: "opus", autoSweep: true },
  });
  expect(await readFile(join(server.root, "web-kit/AGENTS.md"), "utf8")).toMatch(/^# Mine\n/);
  await page.keyboard.press(FORWARD);
  await page.waitForURL("**/projects/web-kit/backlog");
  await expect.poll(() => page.evaluate("localStorage.getItem('tool.draft.install')")).toBeNull();
  expect(own(complaints)).toEqual([]);
});

test("a folder that can't be one is told in the field; a draft outlives its page, and can be thrown away", async () => {
  const { page } = await openPage(browser, `${server.url}/install`);
  const folder = page.getByRole("textbox", { name: "Folder" });
  await folder.fill("nowhere");
  await folder.press("Enter");
  await page.getByText("There is no folder nowhere under the root directory.").waitFor();
  await folder.fill("plain/deeper");
  await folder.press("Enter");
  await page.getByText(/^Only folders directly below/).waitFor();
  await folder.fill("plain");
  await folder.press("Enter");
  await heading(page, "What was found in plain").waitFor();
  await page.keyboard.press(FORWARD);
  await page.getByText("No command verifies an item.").waitFor();
  await page.getByRole("checkbox", { name: "test", exact: true }).click();
  await page.getByRole("textbox", { name: "test command" }).fill("make test");
  await page.keyboard.press("Escape");
  await expect.poll(() => step(page)).toContain("Stack and profile");
  await page.keyboard.press("Escape");
  await page.waitForURL("**/projects");

  await page.goto(`${server.url}/install`);
  await expect.poll(() => page.getByRole("textbox", { name: "test command" }).inputValue()).toBe("make test");
  await page.getByRole("button", { name: /^Target/ }).click();
  await expect.poll(() => folder.inputValue()).toBe("plain");
  await page.getByRole("button", { name: "Start over" }).click();
  await expect.poll(() => folder.inputValue()).toBe("");
  await page.goto(`${server.url}/install?project=plain`);
  await expect.poll(() => folder.inputValue()).toBe("plain");
});

test("a folder that is typed before the server has said where its root is waits for that", async () => {
  const { page } = await openPage(browser, `${server.url}/projects`);
  const answer = await holdAnswers(page, "**/api/health");
  await page.goto(`${server.url}/install`);
  await page.getByRole("textbox", { name: "Folder" }).fill(join(server.root, "plain"));
  await page.keyboard.press(FORWARD);
  const on = page.getByRole("button", { name: /^Continue/ });
  await expect.poll(() => on.getAttribute("aria-disabled")).toBe("true");
  answer();
  await heading(page, "What was found in plain").waitFor();
});

test("a folder is looked at for whoever still waits for it: one that was typed since is not gone on with", async () => {
  await mkdir(join(server.root, "spare"));
  const { page } = await openPage(browser, `${server.url}/install`);
  const folder = page.getByRole("textbox", { name: "Folder" });
  const answer = await holdAnswers(page, "**/api/preflight", "POST");
  await folder.fill("plain");
  await folder.press("Enter");
  const on = page.getByRole("button", { name: /^Continue/ });
  await expect.poll(() => on.getAttribute("aria-disabled")).toBe("true");
  await folder.fill("spare");
  // Enter again, while the first one is under way, asks nothing.
  await folder.press("Enter");
  answer();
  await expect.poll(() => on.getAttribute("aria-disabled")).toBeNull();
  expect(await step(page)).toContain("Target");
  await folder.press("Enter");
  await heading(page, "What was found in spare").waitFor();

  const again = await holdAnswers(page, "**/api/preflight", "POST");
  await page.getByRole("button", { name: "Look again" }).click();
  await page
    .getByRole("button", { name: /^Stack and profile/ })
    .or(on)
    .first()
    .click();
  await heading(page, "Check what was detected").waitFor();
  const answered = page.waitForResponse("**/api/preflight");
  again();
  await answered;
  await page.getByRole("checkbox", { name: "test", exact: true }).click();
  expect(await step(page)).toContain("Stack and profile");
});

test("init: a name that is typed while another is looked at is looked at itself", async () => {
  const { page } = await openPage(browser, `${server.url}/init`);
  const name = page.getByRole("textbox", { name: "Name" });
  const answer = await holdAnswers(page, "**/api/preflight", "POST");
  await name.fill("fre");
  await page.keyboard.press(FORWARD);
  const on = page.getByRole("button", { name: /^Continue/ });
  await expect.poll(() => on.getAttribute("aria-disabled")).toBe("true");
  await name.fill("plain");
  answer();
  await expect.poll(() => on.getAttribute("aria-disabled")).toBeNull();
  expect(await step(page)).toContain("Project");
  await page.keyboard.press(FORWARD);
  await page.getByText("There is a folder of this name already.").waitFor();
});

test("what is installed already stands in the way", async () => {
  await mkdir(join(server.root, "again"));
  await server.tool("again", "install", "--yes");
  const { page } = await openPage(browser, `${server.url}/install?project=again`);
  await heading(page, "Which folder?").waitFor();
  await page.keyboard.press(FORWARD);
  await page.getByText("there already: tool update brings it up to date").waitFor();
  const on = page.getByRole("button", { name: /^Continue/ });
  await expect.poll(() => on.getAttribute("aria-disabled")).toBe("true");
  await expect
    .poll(() => on.getAttribute("aria-description"))
    .toBe("Mend what stands in the way, then look again");
  await page.keyboard.press(FORWARD);
  expect(await step(page)).toContain("Preflight");
});

const PLAN = `# shortlink

## Store short links with an expiry
Codes are 7 characters, never reused.
- an expired link answers 410

## [bug] <b>Reject</b> links to this host
- a loop of two links is found as well

## Rate limit by address
`;

describe.each(["light", "dark"] as const)("init, %s", (theme) => {
  test("five steps to a project with a commit and the items of a plan", async () => {
    const name = `shortlink-${theme}`;
    const { page, complaints } = await openPage(browser, `${server.url}/init`, theme);
    await page.getByRole("textbox", { name: "Name" }).fill("short/link");
    await page.getByText("no slashes, no dot in front").waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("textbox", { name: "Description" }).fill("Links that expire.");
    if (theme === "dark") await look(page, `init-project-${theme}`);
    await page.keyboard.press(FORWARD);
    await page.getByRole("radio", { name: /^node-typescript/ }).press("ArrowRight");
    await expect
      .poll(() => page.getByRole("textbox", { name: "test command" }).inputValue())
      .toBe("npm test");
    await expect
      .poll(() => page.getByRole("checkbox", { name: "typecheck" }).getAttribute("aria-checked"))
      .toBe("false");
    if (theme === "dark") await look(page, `init-stack-${theme}`);
    await page.keyboard.press(FORWARD);
    await page.getByRole("textbox", { name: "Source" }).fill(PLAN);
    await page.getByText("1 gets the default criterion").waitFor();
    await expect
      .poll(() => page.locator(".pv .cut").allInnerTexts())
      .toEqual([
        "Store short links with an expiry",
        "<b>Reject</b> links to this host",
        "Rate limit by address",
      ]);
    await page.getByRole("button", { name: "Type of Rate limit by address: feature" }).click();
    await page.getByRole("menuitemradio", { name: "chore" }).click();
    await look(page, `init-backlog-${theme}`);
    await page.getByRole("button", { name: "Continue with 3 items" }).click();
    await heading(page, "What will be made").waitFor();
    await look(page, `init-review-${theme}`);
    await page.keyboard.press(FORWARD);
    await heading(page, `${name} is made`).waitFor();
    await page.getByText("tool loop run --create-branch night").waitFor();
    if (theme === "dark") await look(page, `init-result-${theme}`);
    expect(await server.run(name, "git", "log", "--format=%s")).toMatch(/^\S.*\n$/);
    const items = JSON.parse(await readFile(join(server.root, name, ".tool/backlog.json"), "utf8")) as {
      items: { title: string; type: string; priority: number }[];
    };
    expect(items.items.map(({ title, type, priority }) => [title, type, priority])).toEqual([
      ["Store short links with an expiry", "feature", 1],
      ["<b>Reject</b> links to this host", "bug", 2],
      ["Rate limit by address", "chore", 3],
    ]);
    await page.keyboard.press(FORWARD);
    await page.waitForURL(`**/projects/${name}/backlog`);
    expect(own(complaints)).toEqual([]);
  });
});

test("init: items written by hand; a seed that is broken, and a name that is taken, are told before anything is made", async () => {
  const { page } = await openPage(browser, `${server.url}/init`);
  await page.getByRole("textbox", { name: "Name" }).fill("plain");
  await page.keyboard.press(FORWARD);
  await page.getByText("There is a folder of this name already.").waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("by-hand");
  await page.keyboard.press(FORWARD);
  await page.getByRole("radio", { name: /^custom/ }).click();
  await page.keyboard.press(FORWARD);
  await page.getByRole("textbox", { name: "Source" }).fill('[{"title": 3}]');
  await page.getByRole("alert").getByText('"title" of item 1').waitFor();
  await expect
    .poll(() => page.getByRole("button", { name: /^Continue/ }).getAttribute("aria-disabled"))
    .toBe("true");
  await page.getByRole("button", { name: "Write here" }).click();
  await page.getByRole("textbox", { name: "Title of 001" }).fill("First");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Second");
  await page.getByRole("button", { name: "Description and criteria of 002" }).click();
  await page.getByRole("textbox", { name: "Criteria" }).fill("- it works\nfast");
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press(FORWARD);
  await page.getByRole("button", { name: "Make the project with 2 items" }).click();
  await heading(page, "by-hand is made").waitFor();
  const backlog: unknown = JSON.parse(
    await readFile(join(server.root, "by-hand/.tool/backlog.json"), "utf8"),
  );
  expect(backlog).toMatchObject({
    items: [
      { id: "001", title: "First" },
      { id: "002", title: "Second", acceptanceCriteria: ["it works", "fast"] },
    ],
  });
});
