import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { WEB_POLICY } from "#server/middleware/security-headers";
import { makeWorld } from "./server-world.ts";

const web = mkdtempSync(join(tmpdir(), "tool-web-"));
mkdirSync(join(web, "assets"));
mkdirSync(join(web, ".vite"));
writeFileSync(join(web, "index.html"), "<!doctype html><title>Projects</title>");
writeFileSync(join(web, "assets/main-Ab12.js"), "go();");
writeFileSync(join(web, "assets/main-Ab12.css"), "a{}");
writeFileSync(join(web, "mark.svg"), "<svg/>");
writeFileSync(join(web, ".vite/manifest.json"), "{}");
writeFileSync(join(web, "../tool-web-secret"), "secret");
const world = await makeWorld({ webRoot: web });
afterAll(async () => {
  await world.close();
  rmSync(web, { recursive: true, force: true });
  rmSync(join(web, "../tool-web-secret"), { force: true });
});

const FOREVER = "public, max-age=31536000, immutable";

test.each([
  ["/", "text/html; charset=utf-8", "no-cache", "<!doctype html>"],
  ["/index.html", "text/html; charset=utf-8", "no-cache", "<!doctype html>"],
  ["/projects/api/backlog", "text/html; charset=utf-8", "no-cache", "<!doctype html>"],
  ["/assets/main-Ab12.js", "text/javascript; charset=utf-8", FOREVER, "go();"],
  ["/assets/main-Ab12.js?v=1", "text/javascript; charset=utf-8", FOREVER, "go();"],
  ["/assets/main-Ab12.css", "text/css; charset=utf-8", FOREVER, "a{}"],
  ["/mark.svg", "image/svg+xml", "no-cache", "<svg/>"],
  ["/apia", "text/html; charset=utf-8", "no-cache", "<!doctype html>"],
])("%s is %s, %s", async (path, type, caching, begin) => {
  const { status, headers, text } = await world.ask("GET", path);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe(type);
  expect(headers.get("cache-control")).toBe(caching);
  expect(headers.get("content-security-policy")).toBe(WEB_POLICY);
  expect(text).toMatch(new RegExp(`^${begin.replaceAll(/[()]/g, "\\$&")}`));
});

test("a file that the browser has is not sent again", async () => {
  const etag = (await world.ask("GET", "/mark.svg")).headers.get("etag") ?? "";
  const again = await world.ask("GET", "/mark.svg", { headers: { "if-none-match": etag } });
  expect([again.status, again.text]).toEqual([304, ""]);
});

test.each([
  "/..%2ftool-web-secret",
  "/%2e%2e/tool-web-secret",
  "/assets/..%2f..%2ftool-web-secret",
  "/..%5ctool-web-secret",
  "//etc/passwd",
  "/%2fetc%2fpasswd",
  "/.vite/manifest.json",
  "/%00",
  "/%ff",
])("%s is no file: the dashboard answers", async (path) => {
  const { status, text } = await world.ask("GET", path);
  expect(status).toBe(200);
  expect(text).toMatch(/^<!doctype html>/);
});

describe("outside of files", () => {
  test.each(["/api", "/api/", "/api/nothing", "/api/projects/api/nothing"])(
    "%s is not there",
    async (path) => {
      const { status, error } = await world.ask("GET", path);
      expect([status, error.code]).toEqual([404, "NOT_FOUND"]);
    },
  );

  test("a page is not posted to", async () => {
    expect((await world.ask("POST", "/projects")).status).toBe(404);
    expect((await world.ask("POST", "/projects", { headers: { "X-Tool-Request": undefined } })).status).toBe(
      403,
    );
  });

  test("foreign hosts get no page either", async () => {
    const { status, headers } = await world.ask("GET", "/", { headers: { host: "evil.example:5173" } });
    expect(status).toBe(403);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });
});

test.each(["/", "/api/health", "/api/docs", "/api/nothing", "/api/projects/api/backlog"])(
  "%s comes with the headers that keep others out",
  async (path) => {
    const { headers } = await world.ask("GET", path, { headers: { origin: `http://localhost:5173` } });
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'.*frame-ancestors 'none'/);
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    expect(headers.get("cache-control")).not.toBeNull();
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  },
);

test("without a built dashboard the answer says so, and finds it once it is there", async () => {
  const early = join(web, "later");
  const fresh = await makeWorld({ webRoot: early });
  expect((await fresh.ask("GET", "/")).text).toMatch(/^The dashboard is not part of this build/);
  mkdirSync(early);
  writeFileSync(join(early, "index.html"), "<!doctype html>");
  expect((await fresh.ask("GET", "/projects")).text).toBe("<!doctype html>");
});
