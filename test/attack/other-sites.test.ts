import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "#contracts/schema/routes/all-routes";
import type { Route } from "#contracts/schema/routes/route";
import { mainFile } from "../e2e/harness.ts";
import { addressOf, ROUTE_CASES, type RouteCase } from "../server/route-cases.ts";
import { openBrowser } from "../web/browser.ts";
import { startServer, type RealServer } from "../web/real-server.ts";

/** A real browser with the dashboard's server running, and another site open in it: it reads nothing, and nothing changes. */

const whole = process.env["ATTACK"] === "all";
const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"];
const SECRET = "Rotate the signing keys";
/** With which new browsers keep public sites from this machine at all: not every browser has them. */
const OWN_DEFENCES = "LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests";
const EVIL = readFileSync(join(import.meta.dirname, "evil-site.html"), "utf8");

interface Target {
  readonly url: string;
  readonly body: string;
  readonly methods: readonly string[];
  /** Every way to load, send and listen; else fetches alone. */
  readonly whole: boolean;
}

let browser: Browser;
let server: RealServer;
let evil: Server;
let evilPort: number;
let before: readonly string[];

beforeAll(async () => {
  evil = createServer((_, response) => void response.setHeader("content-type", "text/html").end(EVIL));
  await new Promise<void>((resolve) => evil.listen(0, "127.0.0.1", resolve));
  evilPort = (evil.address() as AddressInfo).port;
  [browser, server] = await Promise.all([
    openBrowser("--host-resolver-rules=MAP evil.test 127.0.0.1", `--disable-features=${OWN_DEFENCES}`),
    startServer(),
  ]);
  await server.run("", "git", "init", "--quiet", "api");
  await server.tool("api", "install", "--yes");
  await server.tool("api", "backlog", "add", "--title", SECRET, "--type", "bug", "--ac", "x");
  before = everything();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  evil?.close();
});

/** Every file of the projects and of the home, with its content. */
function everything(): readonly string[] {
  const place = join(server.root, "..");
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "server.log")
    .map(({ parentPath, name }) => {
      const hash = createHash("sha256").update(readFileSync(join(parentPath, name)));
      return `${join(parentPath, name).slice(place.length)} ${hash.digest("hex").slice(0, 12)}`;
    })
    .sort();
}

function targets(origin: string): readonly Target[] {
  const routes: readonly Route[] = ROUTES;
  const cases: Readonly<Record<string, RouteCase>> = ROUTE_CASES;
  const ofRoutes = routes.map((route) => {
    const key = `${route.method} ${route.path}`;
    const one = cases[key]!;
    const path = addressOf(key, one, { id: "api", ...(one.params?.["itemId"] && { itemId: "001" }) });
    return {
      url: `${origin}${path}`,
      body: JSON.stringify(one.body ?? {}),
      methods: whole ? METHODS : [route.method],
      whole: whole || ["/api/projects/:id/backlog", "/api/projects/:id/log/stream"].includes(route.path),
    };
  });
  const [bundle] = readdirSync(join(dirname(mainFile), "web/assets")).filter((name) => name.endsWith(".js"));
  const pages = ["/", "/projects/api/backlog", "/api/docs", `/assets/${bundle ?? ""}`];
  return [
    ...ofRoutes,
    ...pages.map((path) => ({ url: `${origin}${path}`, body: "{}", methods: METHODS, whole: true })),
  ];
}

interface Outcome {
  readonly tried: number;
  /** How many of each status came to the browser, whatever of it the page was given. */
  readonly answers: Readonly<Record<number, number>>;
  readonly learned: readonly string[];
}

async function attack(page: Page, all: readonly Target[]): Promise<Outcome> {
  const learned: string[] = [];
  const answers: Record<number, number> = {};
  let tried = 0;
  const wire = await page.context().newCDPSession(page);
  await wire.send("Network.enable");
  wire.on("Network.responseReceivedExtraInfo", ({ statusCode }) => {
    answers[statusCode] = (answers[statusCode] ?? 0) + 1;
  });
  for (const target of all) {
    const result = await page.evaluate<Pick<Outcome, "tried" | "learned">>(
      `attack(${JSON.stringify(target)})`,
    );
    tried += result.tried;
    learned.push(...result.learned.map((text) => `${target.url}: ${text}`));
  }
  return { tried, answers, learned };
}

async function opened(page: Page, all: readonly Target[]): Promise<readonly string[]> {
  const learned: string[] = [];
  for (const { url } of all) learned.push(String(await page.evaluate(`opens(${JSON.stringify({ url })})`)));
  return learned.filter((text) => text !== "");
}

/** Gets a page of another site, wherever its address leads. */
async function visit(origin: string): Promise<Page> {
  const page = await browser.newPage();
  const address = `${origin}/prize.html`;
  // What was fetched from the site before its name came to lead here.
  if (new URL(origin).port === port())
    await page.route(address, (route) => route.fulfill({ contentType: "text/html", body: EVIL }));
  await page.goto(address);
  return page;
}

const port = (): string => new URL(server.url).port;

const SITES: readonly (readonly [string, () => string])[] = [
  ["a foreign site", () => `http://evil.test:${evilPort}`],
  ["another port of this machine", () => `http://127.0.0.1:${evilPort}`],
  ["another name of this machine", () => `http://localhost:${port()}`],
];

// Before anything of the files is changed on purpose.
describe("another site", () => {
  it.concurrent.each(SITES)(
    "%s reads nothing and changes nothing, whatever it loads, sends or opens",
    async (name, origin) => {
      const page = await visit(origin());
      const { tried, answers, learned } = await attack(page, targets(server.url));
      process.stdout.write(
        `network door: ${name} tried ${tried} requests in a browser, ${answers[403]} refused\n`,
      );
      expect(learned).toEqual([]);
      expect(answers[403]).toBeGreaterThan(tried / 3);
      const linked = targets(server.url).filter((target) => target.whole);
      expect(await opened(page, whole ? linked : linked.slice(-4))).toEqual([]);
      await page.close();
      expect(everything()).toEqual(before);
    },
    600_000,
  );

  it.concurrent.each(SITES)("%s is shown no page of ours in a frame", async (_, origin) => {
    const page = await visit(origin());
    await page.evaluate(`embed("iframe", { src: ${JSON.stringify(server.url)} })`);
    expect(page.frames().map((frame) => frame.url())).toEqual([
      page.url(),
      expect.not.stringContaining(server.url),
    ]);
    await page.close();
  });

  it.concurrent("a foreign name that has come to lead here (DNS rebinding) is refused every request, though the browser takes it for us", async () => {
    const origin = `http://evil.test:${port()}`;
    const page = await visit(origin);
    const { tried, answers, learned } = await attack(page, targets(origin));
    process.stdout.write(
      `network door: a rebound name tried ${tried} requests in a browser, ${answers[403]} refused\n`,
    );
    expect(Object.keys(answers)).toEqual(["403"]);
    expect(learned.filter((text) => !/: (403 )?\{"error":\{"code":"FORBIDDEN"|: 403 $/.test(text))).toEqual(
      [],
    );
    await page.close();
    expect(everything()).toEqual(before);
  }, 600_000);
});

describe("what these attacks are worth", () => {
  it("from our own page the same fetches read the secret and change the files", async () => {
    const page = await browser.newPage();
    await page.goto(server.url);
    const [, script = ""] = /<script>([^]*)<\/script>/.exec(EVIL) ?? [];
    await page.evaluate(`${script}; Object.assign(window, { attack })`);
    const own = targets(server.url).filter(({ url }) => /\/api\/projects\/api\/backlog(\?|$)/.test(url));
    const { learned } = await attack(
      page,
      own.map((target) => ({ ...target, whole: false })),
    );
    await page.close();
    expect(learned.join("\n")).toContain(SECRET);
    expect(everything()).not.toEqual(before);
  });
});
