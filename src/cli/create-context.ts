import { dataText } from "#cli/render/data-text";
import type { CommandContext, Place } from "#cli/context";
import type { CliHost } from "#cli/host";
import type { EarlyFlags } from "#cli/line/find-command";
import type { GivenOptions } from "#cli/line/given-options";
import { warningLines } from "#cli/render/message";
import { createPen } from "#cli/render/pen";
import { screenOf } from "#cli/render/screen";

/** The context of one line; the flags decide what reaches which stream. */
export function createContext(
  host: CliHost,
  flags: EarlyFlags,
  line: { readonly args: readonly string[]; readonly options: GivenOptions; readonly place: Place },
): CommandContext {
  const pen = createPen(screenOf(host, host.stdout, flags));
  const errorPen = createPen(screenOf(host, host.stderr, flags));
  const print = (stream: CliHost["stdout"], lines: readonly string[]): void => {
    if (lines.length > 0) stream.write(lines.map((line) => `${line.trimEnd()}\n`).join(""));
  };
  return {
    host,
    ...line,
    json: flags.json,
    quiet: flags.quiet,
    pen,
    errorPen,
    say: (lines) => {
      if (!flags.quiet && !flags.json) print(host.stdout, lines);
    },
    data: (value) => print(host.stdout, [dataText(value, 2)]),
    warn: (trouble) => {
      if (!flags.quiet) print(host.stderr, warningLines(errorPen, trouble));
    },
  };
}
