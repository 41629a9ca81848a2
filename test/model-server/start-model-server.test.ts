import { request } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { startModelServer, type ModelServer } from "./start-model-server.ts";
import type { FaultKind, Step } from "./step.ts";

type Keys = readonly (string | number)[];

/** One vendor's interface, as a program asks it, and where in its answers stands what. */
interface Vendor {
  readonly name: string;
  readonly path: string;
  readonly streamPath: string;
  readonly tools: unknown;
  readonly text: Keys;
  readonly args: Keys;
  /** In those events of a stream whose `type` is the first; null: in all of them. */
  readonly streamed: {
    readonly text: readonly [string | null, ...Keys];
    readonly args: readonly [string | null, ...Keys];
  };
}

const SCHEMA = {
  type: "object",
  properties: { file_path: { type: "string" }, content: { type: "string" }, why: { type: "string" } },
  required: ["file_path", "content", "why"],
};
const ARGS = { file_path: "/a.txt", content: "A", why: "scripted" };

const VENDORS: readonly Vendor[] = [
  {
    name: "Anthropic Messages",
    path: "/v1/messages",
    streamPath: "/v1/messages",
    tools: [{ name: "Write", input_schema: SCHEMA }],
    text: ["content", 0, "text"],
    args: ["content", 1, "input"],
    streamed: {
      text: ["content_block_delta", "delta", "text"],
      args: ["content_block_delta", "delta", "partial_json"],
    },
  },
  {
    name: "OpenAI Responses",
    path: "/v1/responses",
    streamPath: "/v1/responses",
    tools: [{ type: "function", name: "Write", parameters: SCHEMA }],
    text: ["output", 0, "content", 0, "text"],
    args: ["output", 1, "arguments"],
    streamed: {
      text: ["response.output_text.delta", "delta"],
      args: ["response.function_call_arguments.delta", "delta"],
    },
  },
  {
    name: "OpenAI Chat Completions",
    path: "/v1/chat/completions",
    streamPath: "/v1/chat/completions",
    tools: [{ type: "function", function: { name: "Write", parameters: SCHEMA } }],
    text: ["choices", 0, "message", "content"],
    args: ["choices", 0, "message", "tool_calls", 0, "function", "arguments"],
    streamed: {
      text: [null, "choices", 0, "delta", "content"],
      args: [null, "choices", 0, "delta", "tool_calls", 0, "function", "arguments"],
    },
  },
  {
    name: "Gemini",
    path: "/v1beta/models/some-model:generateContent",
    streamPath: "/v1beta/models/some-model:streamGenerateContent?alt=sse",
    tools: [{ functionDeclarations: [{ name: "Write", parametersJsonSchema: SCHEMA }] }],
    text: ["candidates", 0, "content", "parts", 0, "text"],
    args: ["candidates", 0, "content", "parts", 1, "functionCall", "args"],
    streamed: {
      text: [null, "candidates", 0, "content", "parts", 0, "text"],
      args: [null, "candidates", 0, "content", "parts", 1, "functionCall", "args"],
    },
  },
];

async function open(...steps: Step[]): Promise<ModelServer> {
  const server = await startModelServer(steps);
  onTestFinished(() => server.close());
  return server;
}

const ask = (server: ModelServer, vendor: Vendor, stream = false, tools = vendor.tools): Promise<Response> =>
  fetch(server.url + (stream ? vendor.streamPath : vendor.path), {
    method: "POST",
    body: JSON.stringify({ model: "some-model", stream, tools }),
  });

const at = (value: unknown, keys: Keys): unknown =>
  keys.reduce((found, key) => (found as Record<string | number, unknown> | undefined)?.[key], value);

/** Arguments are an object with some, its text with others. */
const argsAt = (value: unknown, keys: Keys): unknown => {
  const found = at(value, keys);
  return typeof found === "string" ? (JSON.parse(found) as unknown) : found;
};

const eventsOf = (stream: string): unknown[] =>
  stream
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice(6)) as unknown);

const streamedAt = (
  events: readonly unknown[],
  [type, ...keys]: readonly [string | null, ...Keys],
): unknown[] =>
  events
    .filter((event) => type === null || at(event, ["type"]) === type)
    .map((event) => at(event, keys))
    .filter((found) => found !== undefined && found !== "");

const WRITE: Step = { write: { path: "/a.txt", content: "A" }, saying: "I write." };

describe.each(VENDORS)("$name", (vendor) => {
  it("answers with text, and calls the tool that was offered by its own parameters", async () => {
    const server = await open(WRITE, { say: "Done." });
    const call = await (await ask(server, vendor)).json();
    expect(at(call, vendor.text)).toBe("I write.");
    expect(argsAt(call, vendor.args)).toEqual(ARGS);
    expect(at(await (await ask(server, vendor)).json(), vendor.text)).toBe("Done.");
    expect(server.calls).toMatchObject([
      { model: "some-model", tools: ["Write"] },
      { model: "some-model", tools: ["Write"] },
    ]);
  });

  it("streams the same", async () => {
    const server = await open(WRITE);
    const response = await ask(server, vendor, true);
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const events = eventsOf(await response.text());
    const { text, args } = vendor.streamed;
    expect(streamedAt(events, text).join("")).toBe("I write.");
    expect(streamedAt(events, args).map((found) => argsAt(found, []))).toContainEqual(ARGS);
  });

  it.each<[FaultKind, number, number]>([
    ["plan_limit", 429, 429],
    ["rate_limit", 429, 429],
    ["overloaded", 503, 529],
    ["server", 500, 500],
    ["unauthorized", 401, 401],
  ])("fails with %s by a status and words of its own", async (kind, status, ofAnthropic) => {
    const response = await ask(await open({ fault: { kind } }), vendor);
    const own = vendor.name === "Gemini" && kind === "unauthorized" ? 400 : status;
    expect(response.status).toBe(vendor.name.startsWith("Anthropic") ? ofAnthropic : own);
    const { error } = (await response.json()) as { error: { message: string } };
    expect(error.message).toMatch(/^[A-Z]?[\w' .:,()-]{8,}/);
  });

  it("says nothing when it hangs, or no more than the beginning", async () => {
    const silent = AbortSignal.timeout(200);
    const { url } = await open({ hang: "before" });
    await expect(fetch(url + vendor.path, { method: "POST", body: "{}", signal: silent })).rejects.toThrow(
      "timeout",
    );
    const midway = await ask(await open({ hang: "midway" }), vendor, true);
    const reader = midway.body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain("data: ");
    const more = reader.read().then(() => "more");
    const quiet = new Promise((resolve) => setTimeout(resolve, 200, "quiet"));
    expect(await Promise.race([more, quiet])).toBe("quiet");
  });

  it("takes no step for a question on the side", async () => {
    const server = await open({ say: "The answer." }, { say: "Never." });
    expect(at(await (await ask(server, vendor, false, [])).json(), vendor.text)).toBe("ok");
    expect(at(await (await ask(server, vendor)).json(), vendor.text)).toBe("The answer.");
    expect(server.calls).toHaveLength(1);
  });
});

it("tells a plan's limit with the window and the second of its reset", async () => {
  const server = await open({ fault: { kind: "plan_limit", window: "7d", resetsAt: 1_800_000_000 } });
  const [messages, responses] = VENDORS;
  const anthropic = await ask(server, messages!);
  expect(anthropic.headers.get("anthropic-ratelimit-unified-representative-claim")).toBe("seven_day");
  expect(anthropic.headers.get("anthropic-ratelimit-unified-reset")).toBe("1800000000");
  expect(await (await ask(server, responses!)).json()).toMatchObject({ error: { resets_at: 1_800_000_000 } });
});

it("writes through a shell where no tool for files is offered", async () => {
  const server = await open(WRITE);
  const shell = [{ type: "function", name: "exec_command", parameters: { properties: { cmd: {} } } }];
  const answer = await ask(server, VENDORS[1]!, false, shell);
  expect(argsAt(await answer.json(), ["output", 1, "arguments"])).toEqual({
    cmd: "printf %s 'A' > '/a.txt'",
  });
});

describe("as a proxy", () => {
  const connect = (server: ModelServer, target: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      request({ hostname, port, method: "CONNECT", path: target })
        .once("connect", (response, socket) => {
          socket.destroy();
          resolve(response.statusCode);
        })
        .once("error", reject)
        .end();
    });

  it("leads nowhere, and notes who asked", async () => {
    const server = await open({ say: "" });
    expect(await connect(server, "example.com:443")).toBe(403);
    const { hostname, port } = new URL(server.url);
    const plain = await new Promise((resolve, reject) => {
      request({ hostname, port, path: "http://example.org/x" }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .once("error", reject)
        .end();
    });
    expect(plain).toBe(403);
    expect(server.foreign).toEqual(["example.com:443", "example.org"]);
  });

  it("leads to itself", async () => {
    const server = await open({ say: "" });
    expect(await connect(server, new URL(server.url).host)).toBe(200);
    expect(server.foreign).toEqual([]);
  });
});
