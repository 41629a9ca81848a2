import type { CliHost } from "#cli/host";
import type { GivenOptions } from "#cli/line/given-options";
import type { Pen } from "#cli/render/pen";
import type { Trouble } from "#cli/render/message";

/** Where the line stood, as typed; null: here, the project's own backlog. */
export interface Place {
  path: string | null;
  backlog: string | null;
}

/** All that a command's body may use. */
export interface CommandContext {
  readonly host: CliHost;
  readonly args: readonly string[];
  /** Set once it is known which word was the path: what is offered next is offered for the same place. */
  readonly place: Place;
  readonly options: GivenOptions;
  /** Print data and nothing else on stdout. */
  readonly json: boolean;
  readonly quiet: boolean;
  /** For stdout. */
  readonly pen: Pen;
  /** For stderr. */
  readonly errorPen: Pen;
  /** What people read, on stdout; nothing with --quiet or --json. */
  readonly say: (lines: readonly string[]) => void;
  /** What was asked for with --json, on stdout. */
  readonly data: (value: unknown) => void;
  /** On stderr; the command goes on. */
  readonly warn: (trouble: Trouble) => void;
}
