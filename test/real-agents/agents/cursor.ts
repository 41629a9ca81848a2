import type { RealAgent } from "../real-agent.ts";

/** A stand-in that follows Cursor's documentation: the program itself can't be had from npm, nor be pointed at loopback. */
export const cursor: RealAgent = {
  name: "cursor",
  provider: "cursor",
  command: "cursor-agent",
  model: "fake-model",
  modelAsked: "fake-model",
  tools: { write: "write" },
  tokens: null,
  words: {
    unauthorized: /Incorrect API key/,
    server: /had an error while processing/,
  },
  limits: () => [],
  env: (url) => ({ MODEL_URL: url }),
  files: () => ({}),
};
