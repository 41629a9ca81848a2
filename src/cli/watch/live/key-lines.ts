import type { RunFacts } from "#core/events/run-story";
import { clean } from "#cli/render/clean";
import { fitFacts } from "#cli/render/message";
import { counted } from "#core/text/counted";
import type { Pen } from "#cli/render/pen";
import { cut, textWidth, wrap } from "#cli/render/width";

/** What the keys do at this moment, and so what the footer's last line says. */
export type KeyMode =
  | { readonly kind: "watching" | "help" | "asking" }
  /** No keyboard to listen to. */
  | { readonly kind: "deaf" }
  | { readonly kind: "stopping"; readonly atOnce: boolean };

/** The last lines of the footer: keys, or the question that q asks. */
export function keyLines(
  pen: Pen,
  mode: Exclude<KeyMode, { kind: "stopping" }>,
  facts: Readonly<RunFacts>,
): string[] {
  switch (mode.kind) {
    case "watching": {
      const details = facts.sleep === null ? ["v details"] : [];
      return keys(pen, ["q stop", ...details, "? help"]);
    }
    case "help":
      return keys(pen, ["q stop", "v details", "Ctrl-C stop without asking", "? close"]);
    case "deaf":
      return keys(pen, ["Ctrl-C stop"]);
    case "asking":
      return question(pen, facts);
  }
}

/** In place of the whole footer while the session is being ended, or git is waited for. */
export function stoppingLine(
  pen: Pen,
  sign: string,
  mode: Extract<KeyMode, { kind: "stopping" }>,
  { session, committing, current }: Readonly<RunFacts>,
): string {
  const deed = committing ? "waiting for git to commit" : session === null ? null : "ending the session";
  const whose = current === null ? "" : `${committing ? "" : " of"} ${clean(current.id)}`;
  const what = deed === null ? "" : `: ${deed}${whose}`;
  const text = mode.atOnce ? `Stopping at once${what}.` : `Stopping${what}. Ctrl-C again to stop at once.`;
  return `${sign} ${cut(text, pen.screen.columns - 2, pen.glyphs.cut)}`;
}

const keys = (pen: Pen, names: readonly string[]): string[] => [
  `  ${pen.paint.dim(fitFacts(names, pen.screen.columns - 2, pen.glyphs.dot))}`,
];

const question = (pen: Pen, facts: Readonly<RunFacts>): string[] => {
  const commits = [...facts.items.values()].filter(({ done }) => done !== null).length;
  const back = facts.current === null ? "" : ` ${clean(facts.current.id)} goes back to pending;`;
  const stay = commits === 0 ? "" : ` ${counted(commits, "commit")} ${commits === 1 ? "stays" : "stay"}.`;
  const asked = `Stop the loop?${stay === "" ? back.replace(/;$/, ".") : back}${stay}`;
  const answers = `y stop${pen.glyphs.dot}n go on`;
  const room = pen.screen.columns - 2;
  const line = `${asked}   ${answers}`;
  if (textWidth(line) <= room) return [`  ${line}`];
  return [...wrap(asked, room), answers].map((one) => `  ${one}`);
};
