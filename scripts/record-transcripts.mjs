// `npm run record:agents`: test:agents, keeping what each program printed as test/transcripts/<agent>/<scenario>.*, the
// fixtures of the dialects' tests. For a new version: write it into test/real-agents/programs.json, then run this.
import { fileURLToPath } from "node:url";

process.env.RECORD_TRANSCRIPTS = fileURLToPath(new URL("../test/transcripts", import.meta.url));
await import("./test-agents.mjs");
