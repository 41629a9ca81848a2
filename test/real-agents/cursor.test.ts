import { cursor } from "./agents/cursor.ts";
import { proveTheLoop } from "./prove-the-loop.ts";

proveTheLoop(cursor);
