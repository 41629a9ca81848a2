import type { MiddlewareHandler } from "hono";
import { ToolError } from "#contracts/error";

const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"];
const HTTP_PORT = 80;

/** Only a loopback name with our port: a foreign name that resolves to this machine (DNS rebinding) reads nothing. */
export function hostRule(port: () => number): MiddlewareHandler {
  return async (c, next) => {
    const host = (c.req.header("host") ?? new URL(c.req.url).host).toLowerCase();
    if (!ownHosts(port()).includes(host)) {
      throw new ToolError("FORBIDDEN", `The host ${JSON.stringify(host)} is not this server.`, {
        details: { host },
      });
    }
    await next();
  };
}

/** Every `host:port` that is ours. */
export function ownHosts(port: number): readonly string[] {
  const withPort = LOOPBACK_NAMES.map((name) => `${name}:${port}`);
  return port === HTTP_PORT ? [...LOOPBACK_NAMES, ...withPort] : withPort;
}
