import type { Context } from "hono";
import { ToolError } from "#contracts/error";
import { MAX_BODY_BYTES } from "#contracts/limits";
import { findJsonFault } from "#engine/files/json-fault";

const KIB = 1024;

/** The parsed body; an absent one is an empty object. PAYLOAD_TOO_LARGE, or INVALID_JSON that names the place. */
export async function readJsonBody(c: Context): Promise<unknown> {
  if (Number(c.req.header("content-length") ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const text = decode(await readBytes(c.req.raw.body));
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    const { line, column, words } = findJsonFault(text);
    throw new ToolError(
      "INVALID_JSON",
      `The body is not valid JSON. Line ${line}, column ${column}: ${words}.`,
      {
        details: { line, column },
      },
    );
  }
}

/** Counted while it arrives, whatever its length says. What is too large is left unread, not cut off: its sender is to get the answer. */
async function readBytes(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  const reader = body.getReader();
  for (let size = 0; ;) {
    const { done, value } = await reader.read().catch(brokenOff);
    if (done) return Buffer.concat(chunks);
    size += value.length;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(value);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw noJson("it is no UTF-8 text");
  }
}

/** Its sender is gone, and nobody reads the answer: it is no fault of ours that the log should hold. */
function brokenOff(): never {
  throw noJson("it broke off");
}

const noJson = (words: string): ToolError =>
  new ToolError("INVALID_JSON", `The body is not valid JSON: ${words}.`, { details: { line: 1, column: 1 } });

const tooLarge = (): ToolError =>
  new ToolError("PAYLOAD_TOO_LARGE", `A request has at most ${MAX_BODY_BYTES / KIB} KiB.`, {
    details: { maxBytes: MAX_BODY_BYTES },
  });
