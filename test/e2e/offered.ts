import { execFileSync } from "node:child_process";
import { environment, type Repo } from "./harness.ts";

/** The commands under a screen's arrow, without their purposes. */
export const offered = (screen: string): string[] =>
  screen
    .slice(screen.indexOf("→"))
    .split("\n")
    .filter((line) => /^(→| ) \S/.test(line))
    .map((line) => line.slice(2).split(/ {3,}/)[0] ?? "");

/** As a person does it. */
export const paste = (repo: Repo, line = ""): string =>
  execFileSync("sh", ["-c", line], { cwd: repo.path, env: environment(), encoding: "utf8" });
