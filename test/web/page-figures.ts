import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { openPage } from "./browser.ts";

export interface PageFigures {
  /** Script until the page stood, gzipped, KB. */
  readonly script: number;
  /** From the start of the navigation until the control could be hit, and no long task came any more; ms. */
  readonly interactive: number;
  /** Cumulative layout shift. */
  readonly shift: number;
  /** What was moved by how much. */
  readonly moved: readonly string[];
}

const QUIET_MS = 800;
const LONGEST_MS = 30_000;

/** Loads a page into an empty cache, and looks on until it has been quiet. */
export async function loadFigures(browser: Browser, url: string, control: string): Promise<PageFigures> {
  const { page } = await openPage(browser, new URL("/icons/idle.svg", url).href);
  const scripts = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    const size = response.body().then((body) => gzipSync(body, { level: 9 }).length);
    // One that came when nobody looked any more.
    scripts.set(
      response.url(),
      size.catch(() => 0),
    );
  });
  await page.addInitScript(`(${WATCH})(${JSON.stringify(control)})`);
  await page.goto(url);
  const until = Date.now() + LONGEST_MS;
  while ((await page.evaluate("figures.ready")) === null) {
    if (Date.now() > until) throw new Error(`${control} could not be hit on ${url}`);
    await page.waitForTimeout(50);
  }
  const asked = await page.evaluate<readonly string[]>(ASKED_BEFORE);
  const sizes = await Promise.all(asked.map(async (name) => (await scripts.get(name)) ?? 0));
  await page.waitForTimeout(QUIET_MS);
  const seen = await page.evaluate<Seen>("figures");
  return {
    script: sizes.reduce((sum, size) => sum + size, 0) / 1_000,
    interactive: Math.max(seen.ready, ...seen.tasks),
    shift: seen.shift,
    moved: seen.moved,
  };
}

interface Seen {
  readonly ready: number;
  readonly shift: number;
  readonly moved: readonly string[];
  /** When each long task ended. */
  readonly tasks: readonly number[];
}

/** What the page has asked for until it stood: what it fetches later, for the first Ctrl-K, is no part of its start. */
const ASKED_BEFORE = `performance.getEntriesByType("resource")
  .filter(({ startTime }) => startTime < figures.ready)
  .map(({ name }) => name)`;

/** Runs in the page, before anything of its own. */
const WATCH = `(control) => {
  const seen = (window.figures = { ready: null, shift: 0, moved: [], tasks: [] });
  const watch = (type, hear) =>
    new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({ type, buffered: true });
  const rect = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  watch("layout-shift", ({ value, hadRecentInput, sources }) => {
    if (hadRecentInput) return;
    seen.shift += value;
    for (const { node, previousRect, currentRect } of sources)
      seen.moved.push(value.toFixed(4) + " " + (node?.outerHTML ?? "").slice(0, 60) + " " + rect(previousRect) + " to " + rect(currentRect));
  });
  watch("longtask", ({ startTime, duration }) => seen.tasks.push(startTime + duration));
  const look = () => {
    const one = document.querySelector(control);
    const { left, top, width, height } = one?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0, height: 0 };
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (one !== null && !one.matches(":disabled") && one.contains(hit)) seen.ready = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}`;

/** The longest time from a key to the next paint while something is typed, ms; 0: none took as long as a frame. */
export async function slowestKey(page: Page, deed: () => Promise<void>): Promise<number> {
  await page.evaluate(`window.keys = [];
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === "keydown") keys.push(duration);
    }).observe({ type: "event", durationThreshold: 16 })`);
  await deed();
  const keys = await page.evaluate<readonly number[]>("keys");
  return Math.max(0, ...keys);
}

export interface Weight {
  /** Bytes. */
  readonly heap: number;
  readonly nodes: number;
}

const COLLECTIONS = 3;

/** What a page holds once its garbage is collected; what one collection frees may hold more that the next one frees. */
export async function weigh(page: Page): Promise<Weight> {
  const session = await page.context().newCDPSession(page);
  for (let done = 0; done < COLLECTIONS; done += 1) {
    await session.send("HeapProfiler.collectGarbage");
    await page.waitForTimeout(100);
  }
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return { heap: usedSize, nodes: await page.locator("*").count() };
}
