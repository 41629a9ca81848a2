import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** A real Chromium: of CHROMIUM, of the system, of playwright, or Debian's package where we are root. */
export async function openBrowser(...flags: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: [...FLAGS, ...flags] });
}

/** Its path; brings one where there is none. Run before the files that need it, since only one of them could install it. */
export function findChromium(): string {
  const named = process.env["CHROMIUM"];
  const found = [...(named === undefined ? [] : [named]), ...PLACES, chromium.executablePath()].find((path) =>
    existsSync(path),
  );
  return found ?? bringChromium();
}

function bringChromium(): string {
  try {
    execFileSync("npx", ["playwright-core", "install", "chromium"], { stdio: "pipe", timeout: 120_000 });
    if (existsSync(chromium.executablePath())) return chromium.executablePath();
  } catch {
    // Its download can't be reached here.
  }
  try {
    if (process.getuid?.() === 0) {
      execFileSync("apt-get", ["install", "-y", "-qq", "chromium"], { stdio: "pipe", timeout: 300_000 });
      if (existsSync("/usr/bin/chromium")) return "/usr/bin/chromium";
    }
  } catch {
    // No package either.
  }
  throw new Error(
    "The dashboard's tests need Chromium. Install one: apt-get install -y chromium (or set CHROMIUM=<path>)",
  );
}

export interface OpenPage {
  readonly page: Page;
  /** Errors of the page and its console since it was opened. */
  readonly complaints: readonly string[];
}

export type ColorScheme = "light" | "dark";

/** A page at the design's size whose complaints are kept, and which reaches nothing but its server. */
export async function openPage(
  browser: Browser,
  address: string,
  theme: ColorScheme = "light",
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: theme,
    reducedMotion: "reduce",
    timezoneId: "Europe/Vienna",
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const { origin } = new URL(address);
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith("data:")) complaints.push(`asked elsewhere: ${url}`);
  });
  await page.addInitScript("localStorage.setItem('tool.notifications-asked', 'yes')");
  await page.goto(address);
  return { page, complaints };
}

/** Holds back what the server answers at an address from now on: it has done its work, the page doesn't know yet. Returns what lets all of it through. */
export async function holdAnswers(page: Page, address: string | RegExp, method = "GET"): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    await held;
    // The page may have asked anew meanwhile, or be gone.
    await route.fulfill({ response }).catch(() => undefined);
  });
  return release;
}

/** After each test: a page that stays goes on reading. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** What axe finds wrong, one line each: rule, theme, where. Colours are judged in the other theme, too. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  const isDark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches");
  const [here, there] = isDark === true ? (["dark", "light"] as const) : (["light", "dark"] as const);
  // In the page itself: there are no frames, and a page opened beside it would take its focus.
  const whole = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  await page.emulateMedia({ colorScheme: there });
  const colours: AxeResults = await page.evaluate(
    "axe.run({ runOnly: ['color-contrast'], resultTypes: ['violations'] })",
  );
  await page.emulateMedia({ colorScheme: here });
  return [...told(whole, here), ...told(colours, there)];
}

type AxeResults = Awaited<ReturnType<AxeBuilder["analyze"]>>;

const told = ({ violations }: AxeResults, theme: ColorScheme): readonly string[] =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}, ${theme}: ${target.join(" ")}`));
