import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import type { Context } from "hono";
import { PACKAGE_NAME } from "#contracts/names";
import { WEB_POLICY } from "#server/middleware/security-headers";

interface StaticFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
};

/** Vite puts what bears a hash of its content here. */
const HASHED = "/assets/";
const INDEX = "/index.html";
const FOREVER = "public, max-age=31536000, immutable";

/** The dashboard. All of it is read when it is first asked for: an upgrade replaces the files under a running server, and what is looked up in a list by its whole name can't lead anywhere else. */
export function staticFiles(webRoot: string): (c: Context) => Promise<Response> {
  let known: Promise<ReadonlyMap<string, StaticFile>> | null = null;
  return async (c) => {
    const files = await (known ??= readAll(webRoot));
    const index = files.get(INDEX);
    if (index === undefined) {
      known = null;
      return c.text(
        `The dashboard is not part of this build of ${PACKAGE_NAME}. The interface is at /api/docs.\n`,
      );
    }
    const file = files.get(decoded(c.req.path)) ?? index;
    if (c.req.header("if-none-match") === file.headers["etag"]) {
      return new Response(null, { status: 304, headers: file.headers });
    }
    return new Response(file.bytes, { headers: file.headers });
  };
}

async function readAll(webRoot: string): Promise<ReadonlyMap<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  const entries = await readdir(webRoot, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const name = join(entry.parentPath, entry.name).slice(webRoot.length).split(sep).join("/");
    // Vite's own notes lie in a folder with a dot.
    if (!entry.isFile() || name.includes("/.")) continue;
    const bytes = new Uint8Array(await readFile(`${webRoot}${name}`));
    files.set(name, { bytes, headers: headersOf(name, bytes) });
  }
  return files;
}

function headersOf(name: string, bytes: Uint8Array): Readonly<Record<string, string>> {
  return {
    "content-type": TYPES[extname(name)] ?? "application/octet-stream",
    "cache-control": name.startsWith(HASHED) ? FOREVER : "no-cache",
    "content-security-policy": WEB_POLICY,
    etag: `"${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}"`,
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
