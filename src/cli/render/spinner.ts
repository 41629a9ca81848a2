import type { CliHost } from "#cli/host";
import { createFooter } from "#cli/render/footer";
import type { Pen } from "#cli/render/pen";
import { cut } from "#cli/render/width";

const SHOWN_AFTER_MS = 1000;
const TURN_MS = 125;

export interface Spinner {
  /** What is being done and how far. */
  say(text: string): void;
  /** Gone without a trace. */
  stop(): void;
}

/** One line on stderr for what takes longer than a second; nothing where lines can't be redrawn. */
export function startSpinner(host: CliHost, pen: Pen, text: string): Spinner {
  if (!pen.screen.redraw) return { say: () => undefined, stop: () => undefined };
  const { spinner, cut: mark } = pen.glyphs;
  const footer = createFooter(host.stderr, () => host.columns() ?? pen.screen.columns);
  const started = host.now();
  let words = text;
  let turn = 0;
  const release = host.every(TURN_MS, () => {
    if (host.now() - started < SHOWN_AFTER_MS) return;
    const sign = spinner[turn++ % spinner.length] ?? "";
    footer.draw([`${pen.paint.cyan(sign)} ${cut(words, (host.columns() ?? pen.screen.columns) - 2, mark)}`]);
  });
  return {
    say: (next) => {
      words = next;
    },
    stop: () => {
      release();
      footer.clear();
    },
  };
}
