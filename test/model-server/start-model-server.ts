import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { parseObject, readText } from "#core/agents/read-field";
import { anthropic } from "./anthropic.ts";
import { chat } from "./chat.ts";
import { runCall, writeCall } from "./choose-tool.ts";
import { gemini } from "./gemini.ts";
import { responses } from "./responses.ts";
import type { Step } from "./step.ts";
import type { Answer, OfferedTool, Wire } from "./wire.ts";

const WIRES: readonly Wire[] = [anthropic, responses, chat, gemini];

/** A question to the model that offers tools; whatever else a program asks on the side takes no step. */
export interface ModelCall {
  readonly path: string;
  readonly model: string;
  readonly tools: readonly string[];
  /** The whole request as it came. */
  readonly body: string;
}

export interface ModelServer {
  readonly url: string;
  readonly calls: readonly ModelCall[];
  /** Method and path of what was asked and isn't the model's. */
  readonly others: readonly string[];
  /** What somebody wanted of any other host by way of this server as a proxy; it got none of it. */
  readonly foreign: readonly string[];
  play(steps: readonly Step[]): void;
  close(): Promise<void>;
}

interface Stage {
  readonly calls: ModelCall[];
  readonly others: string[];
  readonly foreign: string[];
  steps: readonly Step[];
}

/** A model on loopback that says what its script says, in whichever vendor's shape it is asked; the last step repeats. */
export async function startModelServer(steps: readonly Step[]): Promise<ModelServer> {
  const stage: Stage = { calls: [], others: [], foreign: [], steps };
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    answer(stage, request, response).catch((error: unknown) => {
      send(response, 500, {}, { error: { message: `The script can't be played: ${String(error)}` } });
    });
  });
  server.requestTimeout = 0;
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
  });
  server.on("connect", (request: IncomingMessage, socket: Duplex) => tunnel(stage, server, request, socket));
  server.on("upgrade", (_request: IncomingMessage, socket: Duplex) => {
    socket.end("HTTP/1.1 426 Upgrade Required\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    calls: stage.calls,
    others: stage.others,
    foreign: stage.foreign,
    play(next) {
      stage.steps = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** A program that sends even loopback by the proxy is let through to us, and to nowhere else. */
function tunnel(stage: Stage, server: Server, request: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => undefined);
  if (request.url === `127.0.0.1:${portOf(server)}`) {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    server.emit("connection", socket);
    return;
  }
  stage.foreign.push(request.url ?? "");
  socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
}

async function answer(stage: Stage, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", `http://${request.headers.host ?? "127.0.0.1"}`);
  const body = await textOf(request);
  if (url.hostname !== "127.0.0.1") {
    stage.foreign.push(url.host);
    send(response, 403, {}, { error: { message: "There is no way out." } });
    return;
  }
  const wire = request.method === "POST" ? WIRES.find((one) => one.path.test(url.pathname)) : undefined;
  if (wire === undefined) {
    stage.others.push(`${request.method} ${url.pathname}`);
    send(response, 404, {}, { error: { type: "not_found_error", message: "Not found" } });
    return;
  }
  const asked = parseObject(body);
  const tools = wire.offeredTools(asked);
  const model = readText(asked, "model") ?? /\/models\/([^:/]+):/.exec(url.pathname)?.[1] ?? "";
  const step = takeStep(stage, tools);
  if (tools.length > 0) {
    stage.calls.push({ path: url.pathname, model, tools: tools.map(({ name }) => name), body });
  }
  perform(wire, step, { isStreamed: wire.isStreamed(url.pathname, asked), model, tools }, response);
}

/** What goes on the side gets a word of no weight, unless the service is down for all. */
function takeStep(stage: Stage, tools: readonly OfferedTool[]): Step {
  const [step, ...later] = stage.steps;
  if (step === undefined) throw new Error("The script is empty");
  const isDown = "fault" in step || "hang" in step;
  if (tools.length === 0) return isDown ? step : { say: "ok" };
  if (later.length > 0) stage.steps = later;
  return step;
}

interface Asked {
  readonly isStreamed: boolean;
  readonly model: string;
  readonly tools: readonly OfferedTool[];
}

function perform(wire: Wire, step: Step, asked: Asked, response: ServerResponse): void {
  if ("fault" in step) {
    const { status, headers, body } = wire.fault(step.fault);
    send(response, status, headers, body);
    return;
  }
  if ("hang" in step && (step.hang === "before" || !asked.isStreamed)) return;
  const said = "hang" in step ? { text: "", call: null } : answerOf(step, asked.tools);
  if (!asked.isStreamed) {
    send(response, 200, {}, wire.whole(said, asked.model));
    return;
  }
  const events = wire.stream(said, asked.model);
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  for (const { name, data } of "hang" in step ? events.slice(0, 1) : events) {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    response.write(`${name === null ? "" : `event: ${name}\n`}data: ${text}\n\n`);
  }
  if (!("hang" in step)) response.end();
}

function answerOf(
  step: Exclude<Step, { fault: unknown } | { hang: unknown }>,
  tools: readonly OfferedTool[],
): Answer {
  if ("say" in step) return { text: step.say, call: null };
  const call =
    "write" in step ? writeCall(step.write.path, step.write.content, tools) : runCall(step.run, tools);
  return { text: step.saying ?? null, call };
}

function send(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
