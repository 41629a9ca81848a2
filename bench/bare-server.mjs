// The least that a server in Node can do: `bare-server.mjs <port> <file> <events>`. It reads the file once, and passes on
// what is appended to the events.
import { closeSync, openSync, readFileSync, readSync, statSync, watch } from "node:fs";
import { createServer } from "node:http";

const [port, file, events] = process.argv.slice(2);
const large = readFileSync(file);
const small = Buffer.from(JSON.stringify({ data: { loopState: "IDLE" } }));
const etag = '"1"';
const readers = new Set();

let from = statSync(events).size;
watch(events, () => {
  const bytes = Buffer.alloc(statSync(events).size - from);
  if (bytes.length === 0) return;
  const fd = openSync(events, "r");
  readSync(fd, bytes, 0, bytes.length, from);
  closeSync(fd);
  from += bytes.length;
  const lines = bytes.toString("utf8").trimEnd().split("\n");
  const text = Buffer.from(lines.map((line) => `id: 1\nevent: loop_event\ndata: ${line}\n\n`).join(""));
  for (const reader of readers) reader.write(text);
});

createServer((request, response) => {
  if (request.url === "/events") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    readers.add(response);
    response.once("close", () => readers.delete(response));
    return;
  }
  const body = request.url === "/large" ? large : small;
  const known = request.headers["if-none-match"] === etag;
  response.writeHead(known ? 304 : 200, {
    etag,
    "content-type": "application/json",
    ...(!known && { "content-length": body.length }),
  });
  response.end(known ? undefined : body);
}).listen(Number(port), "127.0.0.1");
