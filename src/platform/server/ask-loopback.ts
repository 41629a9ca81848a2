import { request as openRequest } from "node:http";
import { SERVER_HOST } from "#contracts/limits";
import { MUTATION_HEADER } from "#contracts/names";
import type { LoopbackAnswer, LoopbackRequest } from "#engine/server-ports";

const MAX_ANSWER_CHARS = 64 * 1024 * 1024;

/** Never rejects: what is no answer is null. */
export function askLoopback(port: number, asked: LoopbackRequest): Promise<LoopbackAnswer | null> {
  const { method, path, body, timeoutMs } = asked;
  return new Promise((resolve) => {
    const headers = method === "GET" ? {} : { [MUTATION_HEADER]: "true", "content-type": "application/json" };
    const request = openRequest(
      { host: SERVER_HOST, port, method, path, headers, agent: false },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
          if (text.length > MAX_ANSWER_CHARS) request.destroy();
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body: parse(text) }));
        response.on("error", () => resolve(null));
      },
    );
    // Of the whole exchange: a listener that never ends its answer answers nothing.
    const deadline = setTimeout(() => request.destroy(), timeoutMs);
    request.on("error", () => resolve(null));
    request.on("close", () => {
      clearTimeout(deadline);
      resolve(null);
    });
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
