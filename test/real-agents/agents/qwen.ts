import { documentedRecipe } from "../documented-recipe.ts";
import { MADE_UP_KEY, type RealAgent } from "../real-agent.ts";

/** Qwen Code by its documented recipe. It tries for 80 seconds and more before it tells of a limit or of a server's error: neither is played here. */
export const qwen: RealAgent = {
  name: "qwen",
  provider: "generic-cli",
  providerConfig: documentedRecipe("qwen"),
  command: "qwen",
  model: "fake-model",
  modelAsked: "fake-model",
  tools: { write: "write_file" },
  tokens: [2000, 100],
  words: { unauthorized: /401 Incorrect API key/ },
  limits: () => [],
  env: (url) => ({ OPENAI_API_KEY: MADE_UP_KEY, OPENAI_BASE_URL: `${url}/v1` }),
  files: () => ({ ".qwen/settings.json": JSON.stringify({ privacy: { usageStatisticsEnabled: false } }) }),
};
