import { createServer } from "node:net";
import { SERVER_HOST } from "#contracts/limits";

/** By listening there for an instant. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, SERVER_HOST, () => server.close(() => resolve(true)));
  });
}
