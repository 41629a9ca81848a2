/** One server-sent message without an id; its data are one line of JSON. */
export function encodeMessage(event: string, data: unknown): Uint8Array {
  return Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
