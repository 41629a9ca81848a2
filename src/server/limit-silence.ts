import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Of the connections that are in the middle of no request, the oldest makes room when there are more than so many: whoever opens thousands and says nothing leaves file handles to those who ask, and to the loops. */
export function limitSilence(server: Server, most: number): void {
  const silent = new Set<Socket>();
  const add = (socket: Socket): void => {
    if (socket.destroyed) return;
    silent.add(socket);
    if (silent.size <= most) return;
    const [oldest] = silent;
    oldest?.destroy();
  };
  server.on("connection", (socket: Socket) => {
    socket.once("close", () => silent.delete(socket));
    add(socket);
  });
  server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    const heard = (): boolean => silent.delete(socket);
    // One that announces a body and holds it back has not asked yet.
    if (hasBody(incoming)) incoming.once("end", heard);
    else heard();
    outgoing.once("close", () => add(socket));
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers["content-length"] ?? 0) > 0 || headers["transfer-encoding"] !== undefined;
}
