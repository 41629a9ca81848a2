import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { axeFindings, closePages, holdAnswers, openBrowser, openPage } from "./browser.ts";
import { nightAt, startNight, type Night, type NightServer } from "./status-night.ts";

const web = process.env["WEB_DIST"] ?? fileURLToPath(new URL("../../dist/web", import.meta.url));
const shots = process.env["SHOTS"];
const ID = "ledger-api";

let browser: Browser;
const servers: NightServer[] = [];

beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);

afterEach(async () => {
  await closePages(browser);
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

afterAll(() => browser?.close());

const RUNNING = nightAt("00:07", "RUNNING", 19);
const ASLEEP = nightAt("01:16", "SLEEPING_LIMIT", 22);
const MORNING = nightAt("08:00", "COMPLETE");

async function openNight(
  night: Night,
  theme: "light" | "dark" = "light",
  more?: Parameters<typeof startNight>[2],
) {
  const server = await startNight(web, night, more);
  servers.push(server);
  const opened = await openPage(browser, `${server.url}/icons/idle.svg`, theme);
  opened.page.setDefaultTimeout(20_000);
  await opened.page.clock.setFixedTime(night.now);
  await opened.page.goto(`${server.url}/projects/${ID}/status`);
  await opened.page.locator(".chart").waitFor();
  return { ...opened, server };
}

async function picture(page: Page, name: string): Promise<void> {
  if (shots === undefined) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`) });
}

describe.each(["light", "dark"] as const)("%s", (theme) => {
  test("a run: what it does now, its figures, its events; nothing for axe", async () => {
    const { page, complaints } = await openNight(RUNNING, theme);
    await page.getByText("Following, 214 lines").waitFor();
    await expect
      .poll(() => page.locator(".nowbox").innerText())
      .toMatch(/^011\nReverse an entry[^]*Attempt 2 of 4\n4 min 19 s of 60 min/);
    await expect
      .poll(() => page.locator(".facts").innerText())
      .toMatch(/^Iteration\n15 of 30\nRunning for\n1:26:19\nDone\n6 this run\nStuck\n3 1 needs you/);
    await expect
      .poll(() => page.getByRole("listitem", { name: "017" }).getAttribute("aria-label"))
      .toBe("017 Upgrade the pg driver past its security fix: 4 attempts, 10 min");
    await expect.poll(() => page.locator(".tl li").first().innerText()).toMatch(/^011 attempt 2 started/);
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, `status-running-${theme}`);
    expect(complaints).toEqual([]);
  });

  test("asleep: until when, and what comes then; nothing for axe", async () => {
    const { page, complaints } = await openNight(ASLEEP, theme);
    await page.getByRole("heading", { name: "Sleeping until 03:00" }).waitFor();
    await expect.poll(() => page.getByRole("timer").innerText()).toBe("1:43:38\nuntil it goes on");
    await page.getByText("The 5-hour usage window is 97% full and resets at 03:00.").waitFor();
    await page.getByText("016 went back to pending and keeps its 4 attempts").waitFor();
    await expect.poll(() => page.title()).toBe(`◐ 1:43 · ${ID}`);
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, `status-sleeping-${theme}`);
    expect(complaints).toEqual([]);
  });

  test("the morning: what came out, an answer, the start dialog; nothing for axe", async () => {
    const { page, complaints } = await openNight(MORNING, theme);
    await page
      .getByRole("heading", {
        name: "17 items done overnight. 3 are stuck, and 1 of them needs your answer.",
      })
      .waitFor();
    await page
      .getByText("22:41 to 04:54, of which 1 h 46 min asleep on the usage limit. 26 of 30 iterations")
      .waitFor();
    await page.getByText("Resume tries 017 again.").waitFor();
    await page.keyboard.press("a");
    await page.keyboard.type("Fixed at posting, §3 holds.");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Resume takes 012, then 015, 026 and 028, and tries 017 again.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, `status-morning-${theme}`);
    await page.keyboard.press("Escape");
    await page.keyboard.press("s");
    await page.getByText("2 files have uncommitted changes.").waitFor();
    await page.getByText("More options").click();
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, `start-dialog-${theme}`);
    expect(complaints).toEqual([]);
  });
});

test("starts with what was asked, once what stands in the way is known", async () => {
  const { page, server } = await openNight(MORNING);
  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Start with 2 dirty files" }).waitFor();
  await dialog.getByLabel("Retries").fill("");
  await dialog.getByText("Retries are a whole number, 0 or more.").waitFor();
  await page.keyboard.press("Control+Enter");
  await dialog.getByLabel("Retries").fill("5");
  await dialog.getByLabel("Agent").selectOption("gemini");
  await dialog.getByText("gemini is not installed. Choose another agent.").waitFor();
  await page.keyboard.press("Control+Enter");
  expect(server.sent).toEqual([]);
  await dialog.getByLabel("Agent").selectOption("codex");
  await dialog.getByRole("checkbox", { name: "Review at the end" }).click();
  await page.keyboard.press("Control+Enter");
  await expect
    .poll(() => server.sent)
    .toEqual([
      ["POST", "/loop/start", { maxIterations: 30, provider: "codex", maxRetries: 5, review: true }],
    ]);
});

test("a start waits for what stands in the way now, not for what did when it was last asked", async () => {
  const { page, server } = await openNight(MORNING);
  const dialog = page.getByRole("dialog");
  const start = dialog.getByRole("button", { name: /^Start/ });
  await page.keyboard.press("s");
  await dialog.getByRole("button", { name: "Start with 2 dirty files" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  const answer = await holdAnswers(page, "**/loop/preflight");
  await page.keyboard.press("s");
  await start.waitFor();
  await expect
    .poll(() => start.getAttribute("aria-description"))
    .toBe("What stands in the way is being looked at");
  await page.keyboard.press("Control+Enter");
  expect(server.sent).toEqual([]);
  answer();
  await dialog.getByRole("button", { name: "Start with 2 dirty files" }).waitFor();
});

test("the agent is judged once it is known which is the default", async () => {
  const { page } = await openNight(MORNING);
  const config = { port: 5173, theme: "system", defaultProvider: "codex" };
  const agents = ["claude-cli", "codex"].map((id) => ({
    id,
    displayName: id,
    available: id === "codex",
  }));
  let tell = (): void => undefined;
  const told = new Promise<void>((resolve) => (tell = resolve));
  await page.route("**/api/agents", (route) => route.fulfill({ json: { data: { agents } } }));
  await page.route("**/api/config", async (route) => {
    await told;
    await route.fulfill({ json: { data: config } });
  });
  await page.reload();
  await page.locator(".chart").waitFor();
  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog");
  const start = dialog.getByRole("button", { name: /^Start/ });
  await start.waitFor();
  await expect
    .poll(() => start.getAttribute("aria-description"))
    .toBe("What stands in the way is being looked at");
  tell();
  await dialog.getByText("codex is installed").waitFor();
  await dialog.getByRole("button", { name: "Start with 2 dirty files" }).waitFor();
});

test("a stop asks at once: what lies in the tree is told when git has answered", async () => {
  const { page, server } = await openNight(RUNNING, "light", (method, rest) =>
    method === "POST" && rest === "/loop/stop" ? { data: { stopped: true } } : undefined,
  );
  const answer = await holdAnswers(page, "**/loop/preflight");
  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog", { name: "Stop after this moment?" });
  await dialog.getByText("011 goes back to pending and keeps its 4 attempts. Done").waitFor();
  answer();
  await dialog.getByText("its 2 changed files stay in the tree for it").waitFor();
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => server.sent).toEqual([["POST", "/loop/stop", {}]]);
});

test("resume sends the kept answers and keeps none that were taken", async () => {
  const reconciled = {
    recovered: [],
    requeued: ["017"],
    keptBlocked: [],
    interrupted: [],
    stalledReset: 0,
    stateCleared: false,
    treeClean: true,
  };
  const { page, server } = await openNight(MORNING, "light", (method, rest) =>
    method === "POST" && rest === "/resume" ? { data: { reconciled, relaunched: true } } : undefined,
  );
  await page.getByLabel("Your answer to 012").fill("At posting.");
  await page.getByRole("button", { name: "Keep answer" }).click();
  await page.getByLabel("Your answer to 012").fill("At posting, I said.");
  await page.reload();
  await expect.poll(() => page.getByLabel("Your answer to 012").inputValue()).toBe("At posting, I said.");
  await page.keyboard.press("r");
  await page.getByText("012 and 017 are pending again").waitFor();
  expect(server.sent).toEqual([["POST", "/resume", { answers: [{ itemId: "012", text: "At posting." }] }]]);
  await expect.poll(() => page.getByLabel("Your answer to 012").inputValue()).toBe("");
});

test("the log follows until it is scrolled, counts what comes, and is taken up again", async () => {
  const { page, server } = await openNight(RUNNING);
  const log = page.getByRole("log");
  const atEnd = () => log.evaluate((one) => one.scrollTop + one.clientHeight >= one.scrollHeight - 8);
  const line = (at: number) => `[2026-11-20 23:08:${String(at % 60).padStart(2, "0")}] Item 011: note ${at}`;
  await page.getByText("Following, 214 lines").waitFor();
  server.send(ID, "log", [line(1)]);
  await page.getByText("note 1").waitFor();
  await expect.poll(() => atEnd()).toBe(true);
  await log.hover();
  await page.mouse.wheel(0, -600);
  await page.getByText("Held, 215 lines").waitFor();
  server.send(
    ID,
    "log",
    Array.from({ length: 214 }, (_, at) => line(at + 2)),
  );
  await page.getByRole("button", { name: "214 new lines" }).waitFor();
  expect(await atEnd()).toBe(false);
  await page.keyboard.press("End");
  await page.getByText("note 215").waitFor();
  await page.getByText("Following, 429 lines").waitFor();
  await page.keyboard.press("Space");
  await page.getByText("Held, 429 lines").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("note 99");
  await expect.poll(() => page.locator(".log li").count()).toBe(1);
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "progress.md" }).click();
  await page.getByText("Postgres raises 23505").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("l");
  await expect.poll(() => page.locator(".facts").count()).toBe(0);
});

test("hostile titles, reasons and markdown are only text", async () => {
  const bad = '<img src=x onerror="window.pwned=1">\u001b[31m\u202e';
  const items = MORNING.items.map((item) => ({
    ...item,
    title: `${bad}${"long ".repeat(80)}`,
    ...(item.blockedReason !== undefined && { blockedReason: `${bad}\n`.repeat(40) }),
  }));
  const { page, complaints } = await openNight({ ...MORNING, items }, "light", (_, rest) =>
    rest === "/progress"
      ? {
          data: `# ${bad}\n\n<script>window.pwned=1</script>\n\n[x](javascript:alert(1)) ![y](http://evil.example/y.png)`,
        }
      : undefined,
  );
  await page.getByRole("button", { name: "Show all" }).first().click();
  await page.getByText("[y]").waitFor();
  expect(await page.evaluate("window.pwned")).toBeUndefined();
  expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
  expect(await page.locator(".main").evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  expect(complaints).toEqual([]);
});

test("a run of hundreds of items draws the rows in sight", async () => {
  const many = Array.from({ length: 400 }, (_, at) => {
    const timestamp = new Date(RUNNING.now - (400 - at) * 10_000).toISOString();
    const itemId = String(at + 1).padStart(3, "0");
    const event = { timestamp, projectPath: "/p", itemId, title: `Item ${itemId}` };
    return [
      { ...event, type: "item_selected", priority: 2 },
      { ...event, type: "item_completed" },
    ];
  }).flat();
  const start = {
    type: "loop_started",
    maxIterations: 500,
    timestamp: new Date(RUNNING.now - 4_100_000).toISOString(),
    projectPath: "/p",
  };
  const events = [start, ...many].map((data, seq) => ({ id: `1:${seq}`, data }));
  const { page } = await openNight({ ...RUNNING, events });
  await page.locator(".c-row", { hasText: "400" }).waitFor();
  expect(await page.locator(".c-row").count()).toBeLessThan(120);
  await expect
    .poll(() => page.getByRole("group", { name: "Run so far: 400 items, one row each" }).count())
    .toBe(1);
});

test.each([
  ["LIMIT_REACHED", "your budget, not a limit of the agent", 0],
  ["PAUSED_USAGE_LIMIT", "the 5-hour usage window is full", 0],
  ["ERROR", "Its process is gone", 1],
] as const)("%s says why, and offers the way on", async (state, says, starts) => {
  const { page } = await openNight(nightAt("08:00", state));
  await page.getByText(says).waitFor();
  await page.getByRole("button", { name: "Resume" }).waitFor();
  await picture(page, `status-${state.toLowerCase()}`);
  expect(await page.getByRole("button", { name: "Start", exact: true }).count()).toBe(starts);
});

test("an agent that fails at once: its words, and another agent", async () => {
  const time = (second: number) => ({
    timestamp: new Date(RUNNING.now + second * 1000).toISOString(),
    projectPath: "/p",
  });
  const events = [
    { ...time(0), type: "loop_started", maxIterations: 20 },
    { ...time(1), type: "item_selected", itemId: "004", title: "One", priority: 1 },
    { ...time(1), type: "llm_spawned", itemId: "004", provider: "codex", timeoutMinutes: 60 },
    {
      ...time(2),
      type: "llm_exited",
      itemId: "004",
      provider: "codex",
      exitCode: 127,
      timedOut: false,
      durationMs: 40,
    },
    { ...time(3), type: "loop_error", error: "3 failures in a row: codex: command not found" },
  ].map((data, seq) => ({ id: `1:${seq}`, data }));
  const { page } = await openNight({ ...nightAt("08:00", "ERROR"), events });
  await page.getByRole("heading", { name: "The agent failed at once, 3 times in a row" }).waitFor();
  await page.getByText("codex: command not found").waitFor();
  await page.getByText("No attempt was counted, 4 items are still pending.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Log", exact: true }).click();
  await page.locator(".tl li", { hasText: "004 failed at once" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Choose another agent" }).click();
  await page.getByRole("dialog", { name: `Start the loop in ${ID}` }).waitFor();
});
