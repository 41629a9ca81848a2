import { codex } from "./agents/codex.ts";
import { proveLimits } from "./prove-limits.ts";
import { proveTheLoop } from "./prove-the-loop.ts";

proveTheLoop(codex);
proveLimits(codex);
