import { pi } from "./agents/pi.ts";
import { proveLimits } from "./prove-limits.ts";
import { proveTheLoop } from "./prove-the-loop.ts";

proveTheLoop(pi);
proveLimits(pi);
