import { findChromium } from "./browser.ts";

/** Once, before the first file of the project. */
export function setup(): void {
  findChromium();
}
