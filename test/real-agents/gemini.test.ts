import { gemini } from "./agents/gemini.ts";
import { proveLimits } from "./prove-limits.ts";
import { proveTheLoop } from "./prove-the-loop.ts";

proveTheLoop(gemini);
proveLimits(gemini);
