import { closeSync, fstatSync, statSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import type { ReadStream } from "node:tty";
import type { Release } from "#engine/ports";
import { builtin } from "#platform/builtin";

/** As isatty, without loading what it needs where a look at the descriptor tells. */
export function isTerminal(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    if (!stat.isCharacterDevice() || stat.rdev === statSync("/dev/null").rdev) return false;
  } catch {
    return false;
  }
  return builtin.tty().isatty(fd);
}

/** An output stream of this process that never throws: a reader that went away makes it deaf. Opened at its first word. */
export function outputStream(
  fd: number,
  open: () => NodeJS.WriteStream,
): {
  readonly isTerminal: boolean;
  readonly isClosed: boolean;
  /** Why what was written is lost, in plain words; null also when its reader simply went away. */
  readonly lost: string | null;
  write(text: string): void;
  drained(): Promise<void>;
} {
  let gone = false;
  let lost: string | null = null;
  let opened: NodeJS.WriteStream | null = null;
  const stream = (): NodeJS.WriteStream => {
    if (opened !== null) return opened;
    opened = open();
    opened.on("error", (error: NodeJS.ErrnoException) => {
      gone = true;
      lost = DISK_FAULTS[error.code ?? ""] ?? null;
    });
    return opened;
  };
  let cursor: "shown" | "hidden" = "shown";
  const showCursor = (): void => {
    if (cursor === "hidden" && !gone) stream().write(SHOW_CURSOR);
  };
  return {
    isTerminal: isTerminal(fd),
    get isClosed() {
      return gone;
    },
    get lost() {
      return lost;
    },
    write(text) {
      if (!gone) stream().write(text);
      const next = cursorAfter(text) ?? cursor;
      if (next !== cursor) process[next === "hidden" ? "on" : "off"]("exit", showCursor);
      cursor = next;
    },
    drained: () =>
      gone || opened === null
        ? Promise.resolve()
        : new Promise((resolve) => {
            const settle = (): void => {
              stream().off("error", settle);
              resolve();
            };
            stream().once("error", settle);
            stream().write("", settle);
          }),
  };
}

/** Of a file that the output was sent to. */
const DISK_FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: "no space left on the disk",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file gets too large",
};

const SHOW_CURSOR = "\u001b[?25h";
const HIDE_CURSOR = "\u001b[?25l";

/** A view that crashes must not leave the terminal without its cursor. */
const cursorAfter = (text: string): "shown" | "hidden" | null => {
  const [shown, hidden] = [text.lastIndexOf(SHOW_CURSOR), text.lastIndexOf(HIDE_CURSOR)];
  if (shown === hidden) return null;
  return shown > hidden ? "shown" : "hidden";
};

/**
 * At its exit Node 20 sets the modes of its terminals back, and aborts with a core dump where one has been closed
 * meanwhile (`Assertion failed` in ResetStdio); a closed descriptor it leaves alone.
 */
export function surviveLostTerminals(): void {
  const terminals = [0, 1, 2].filter(isTerminal);
  if (terminals.length === 0) return;
  process.on("exit", () => {
    for (const fd of terminals) if (!isTerminal(fd)) closeQuietly(fd);
  });
}

const closeQuietly = (fd: number): void => {
  try {
    closeSync(fd);
  } catch {
    // Closed already.
  }
};

/** Width of the terminal behind the stream, null when it is none or doesn't tell. */
export const terminalColumns = (stream: NodeJS.WriteStream): number | null =>
  stream.isTTY && stream.columns > 0 ? stream.columns : null;

/** Its height in rows, null alike. */
export const terminalRows = (stream: NodeJS.WriteStream): number | null =>
  stream.isTTY && stream.rows > 0 ? stream.rows : null;

/** Keys of a terminal in raw mode; the mode comes back with the last listener, and when the process exits. */
export function keyboardOf(
  stdin: NodeJS.ReadStream,
): { listen(listener: (key: string) => void): Release } | null {
  if (!stdin.isTTY) return null;
  const terminal = stdin as ReadStream & NodeJS.ReadStream;
  return {
    listen(listener) {
      const decoder = new StringDecoder("utf8");
      const hear = (bytes: Buffer): void => {
        for (const key of keysOf(decoder.write(bytes))) listener(key);
      };
      const restore = (): void => {
        terminal.setRawMode(false);
      };
      terminal.setRawMode(true);
      terminal.on("data", hear);
      terminal.resume();
      process.on("exit", restore);
      return () => {
        terminal.off("data", hear);
        terminal.pause();
        process.off("exit", restore);
        restore();
      };
    },
  };
}

/** One key a character, but an escape sequence is one key. */
const keysOf = (text: string): readonly string[] => (text.startsWith("\u001b") ? [text] : Array.from(text));

/** While registered the signal doesn't end the process. */
export function onProcessSignal(signal: NodeJS.Signals, listener: () => void): Release {
  process.on(signal, listener);
  return () => process.off(signal, listener);
}

/** Stops this process as Ctrl-Z does; resolves when it goes on. */
export function suspendProcess(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGCONT", () => resolve());
    process.kill(process.pid, "SIGTSTP");
  });
}
