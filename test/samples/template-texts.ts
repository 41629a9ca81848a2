import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../templates/", import.meta.url));

/** The package's own template files, by name. */
export const templateTexts: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(folder).map((name) => [name, readFileSync(folder + name, "utf8")]),
);
