import { claudeCli } from "./agents/claude-cli.ts";
import { proveLimits, proveWaking } from "./prove-limits.ts";
import { proveTheLoop } from "./prove-the-loop.ts";

proveTheLoop(claudeCli);
proveLimits(claudeCli);
proveWaking(claudeCli);
