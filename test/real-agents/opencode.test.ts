import { opencode } from "./agents/opencode.ts";
import { proveLimits } from "./prove-limits.ts";
import { proveTheLoop } from "./prove-the-loop.ts";

proveTheLoop(opencode);
proveLimits(opencode);
