import { qwen } from "./agents/qwen.ts";
import { proveTheLoop } from "./prove-the-loop.ts";

proveTheLoop(qwen);
