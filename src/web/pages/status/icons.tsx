import { createLucideIcon } from "lucide-react";

/** Drawn smaller than lucide's square: it stands beside a word. */
export const StopIcon = createLucideIcon("Stop", [
  ["rect", { x: "6", y: "6", width: "12", height: "12", rx: "1.5", key: "stop" }],
]);

/** Two lines, as light as the other signs. */
export const HoldIcon = createLucideIcon("Hold", [["path", { d: "M8 5v14M16 5v14", key: "hold" }]]);
