import { copilot } from "./agents/copilot.ts";
import { proveLimits } from "./prove-limits.ts";
import { proveTheLoop } from "./prove-the-loop.ts";

proveTheLoop(copilot);
proveLimits(copilot);
