import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { environment, mainFile, scratch, type ToolOptions } from "./harness.ts";

export interface Terminal {
  /** What stands on it, history included, without the empty lines at the end. */
  screen(): string;
  /** Waits until the text stands there. */
  shows(text: string | RegExp): Promise<void>;
  /** Keys as tmux names them: "y", "Enter", "C-c". */
  press(...keys: readonly string[]): void;
  resize(columns: number, rows: number): void;
  exitCode(): Promise<number>;
  /** The process that the terminal is for: it outlives the program, and ends when the terminal hangs up. */
  leader(): number;
  /** The terminal goes away under whatever still runs on it. */
  hangUp(): void;
}

export interface TerminalOptions extends Pick<ToolOptions, "cwd" | "env"> {
  readonly columns?: number;
  readonly rows?: number;
}

const PATIENCE = { timeout: 20_000, interval: 50 };

/** Runs the binary on a real (pseudo-)terminal. */
export function toolOnTerminal(args: readonly string[], options: TerminalOptions): Terminal {
  return onTerminal([mainFile, ...args], options);
}

/** Runs a script of ours on the terminal of a tmux of its own, which ends with the test. */
export function onTerminal(script: readonly string[], options: TerminalOptions): Terminal {
  const { cwd, env = {}, columns = 80, rows = 50 } = options;
  const socket = join(scratch("tmux"), "socket");
  const tmux = (...words: readonly string[]): string =>
    execFileSync("tmux", ["-S", socket, "-f", "/dev/null", ...words], {
      env: { ...environment(), TMUX: undefined, ...env },
      encoding: "utf8",
      stdio: "pipe",
    });
  const codeFile = join(dirname(socket), "code");
  const line = [process.execPath, ...script].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const size = ["-x", String(columns), "-y", String(rows)];
  // The pane outlives the program, so that its last screen can be looked at.
  const shell = `${line.join(" ")}; echo $? > '${codeFile}'; exec sleep 600`;
  tmux("new-session", "-d", ...size, "-c", cwd, shell, ";", "set-option", "-g", "status", "off");
  let there = true;
  const hangUp = (): void => {
    if (there) tmux("kill-server");
    there = false;
  };
  onTestFinished(hangUp);

  const screen = (): string => tmux("capture-pane", "-p", "-J", "-S", "-500").trimEnd();
  return {
    screen,
    async shows(text) {
      await expect.poll(screen, PATIENCE).toMatch(text);
    },
    press: (...keys) => void tmux("send-keys", ...keys),
    resize: (x, y) => void tmux("resize-window", "-x", String(x), "-y", String(y)),
    async exitCode() {
      const code = (): string => (existsSync(codeFile) ? readFileSync(codeFile, "utf8") : "");
      await expect.poll(code, PATIENCE).toMatch(/^\d+\n$/);
      return Number(code());
    },
    leader: () => Number(tmux("display-message", "-p", "#{pane_pid}")),
    hangUp,
  };
}
