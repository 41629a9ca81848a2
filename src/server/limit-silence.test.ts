import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { limitSilence } from "#server/limit-silence";

const MOST = 3;
const REQUEST = "HTTP/1.1\r\nHost: x\r\n";

let server: Server;
let port: number;
let sockets: Socket[];
/** Of the connections, oldest first, those that were cut. */
const cut = (): boolean[] => sockets.map((socket) => socket.destroyed);

beforeEach(async () => {
  sockets = [];
  server = createServer((incoming, outgoing) => {
    if (incoming.url === "/stream") outgoing.write("data");
    else incoming.resume().on("end", () => outgoing.end("done"));
  });
  limitSilence(server, MOST);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** Comes back once the server has it. */
async function open(bytes = ""): Promise<Socket> {
  const arrived = new Promise((resolve) => server.once("connection", resolve));
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  sockets.push(socket);
  const told = new Promise((resolve) => socket.once("data", resolve));
  await arrived;
  if (bytes !== "") socket.write(bytes);
  if (bytes.endsWith("\r\n\r\n")) await told;
  return socket;
}

const closed = (socket: Socket | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (socket === undefined || socket.destroyed) resolve();
    else socket.once("close", () => resolve());
  });

test("of those that say nothing the oldest go", async () => {
  for (let count = 0; count < MOST + 2; count += 1) await open();
  await closed(sockets[1]);
  expect(cut()).toEqual([true, true, false, false, false]);
});

test("half a request and a body held back are as good as nothing", async () => {
  await open("GET / HT");
  await open(`POST / ${REQUEST}`);
  const held = await open();
  held.write(`POST / ${REQUEST}Content-Length: 9\r\n\r\nabc`);
  await new Promise((resolve) => server.once("request", resolve));
  for (let count = 0; count < MOST; count += 1) await open();
  await closed(held);
  expect(cut()).toEqual([true, true, true, false, false, false]);
});

test("one that is being answered stays, however old; once answered it waits in line again", async () => {
  const stream = await open(`GET /stream ${REQUEST}\r\n`);
  const asked = await open();
  await open(`GET / ${REQUEST}\r\n`);
  const told = new Promise((resolve) => asked.once("data", resolve));
  asked.write(`GET / ${REQUEST}\r\n`);
  await told;
  for (let count = 0; count < MOST - 1; count += 1) await open();
  await closed(sockets[2]);
  expect([stream.destroyed, asked.destroyed, ...cut().slice(2)]).toEqual([false, false, true, false, false]);
});
