import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readClaudeUsage } from "#platform/claude-usage";

let home = "";
let server: Server;
let env: Record<string, string> = {};
let asked: IncomingMessage[] = [];
let answer: { status: number; body: string } = { status: 200, body: "" };

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "usage-"));
  asked = [];
  server = createServer((request, response) => {
    asked.push(request);
    response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  env = { ANTHROPIC_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});

afterEach(async () => {
  rmSync(home, { recursive: true, force: true });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const logIn = (text: string): void => {
  mkdirSync(join(home, ".claude"));
  writeFileSync(join(home, ".claude/.credentials.json"), text);
};
const credentials = JSON.stringify({ claudeAiOauth: { accessToken: "sk-ant-oat01-made-up" } });

describe("the usage of a subscription", () => {
  it("is asked for with its own credentials", async () => {
    logIn(credentials);
    const body = {
      five_hour: { utilization: 97.5, resets_at: "2026-11-21T03:00:00.5+00:00" },
      seven_day: { utilization: 12 },
    };
    answer = { status: 200, body: JSON.stringify(body) };
    expect(await readClaudeUsage(home, env)).toEqual({
      fiveHour: { utilization: 97.5, resetsAtMs: Date.UTC(2026, 10, 21, 3, 0, 0, 500) },
      sevenDay: { utilization: 12, resetsAtMs: null },
    });
    expect(asked.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/api/oauth/usage", "Bearer sk-ant-oat01-made-up"],
    ]);
  });

  it.each([
    ["nobody is logged in", null, 200],
    ["the credentials are torn", "{", 200],
    ["they hold no token", "{}", 200],
    ["the token is refused", credentials, 401],
    ["the service is down", credentials, 503],
  ])("is unknown when %s", async (_why, stored, status) => {
    if (stored !== null) logIn(stored);
    answer = { status, body: "{}" };
    expect(await readClaudeUsage(home, env)).toBeNull();
    expect(asked).toHaveLength(stored === credentials ? 1 : 0);
  });

  it.each(["", "null", "[]", '{"five_hour":7}', '{"five_hour":{"utilization":"97"}}'])(
    "an answer of %j breaks nothing",
    async (body) => {
      logIn(credentials);
      answer = { status: 200, body };
      const reading = await readClaudeUsage(home, env);
      expect([null, { fiveHour: null, sevenDay: null }]).toContainEqual(reading);
    },
  );
});
