import type { CliHost, OutputStream } from "#cli/host";

/** What a stream can show; everything that draws asks here, nobody asks the process. */
export interface Screen {
  /** The width to draw for: the terminal's, at least 40; 80 where it is unknown. */
  readonly columns: number;
  /** Whether lines are cut and wrapped at that width; a pipe gets them whole, one line an item. */
  readonly fits: boolean;
  /** Pipe, file or CI: tables and narration say in words what glyphs say elsewhere. */
  readonly plain: boolean;
  readonly colour: boolean;
  /** Whether lines may be redrawn. */
  readonly redraw: boolean;
  readonly ascii: boolean;
}

const UNKNOWN_COLUMNS = 80;
/** Narrower terminals wrap what is drawn for this one. */
export const LEAST_COLUMNS = 40;

/** The facts of one stream, from the terminal, the environment and the flags alone. */
export function screenOf(host: CliHost, stream: OutputStream, flags: { readonly noColor: boolean }): Screen {
  const { env } = host;
  const plain = !stream.isTerminal || isSet(env["CI"]);
  const dumb = env["TERM"] === "dumb";
  const known = dumb || plain ? null : host.columns();
  return {
    columns: Math.max(known ?? UNKNOWN_COLUMNS, LEAST_COLUMNS),
    fits: !plain,
    plain,
    colour: !plain && !dumb && !flags.noColor && !env["NO_COLOR"],
    redraw: !plain && !dumb,
    ascii: dumb || env["TERM"] === "linux" || !speaksUtf8(host),
  };
}

const isSet = (value: string | undefined): boolean =>
  value !== undefined && value !== "" && value !== "0" && value !== "false";

/** The first of the three that is set decides, as the C library has it; macOS and Windows Terminal always speak UTF-8. */
const speaksUtf8 = ({ env, platform }: CliHost): boolean => {
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"];
  if (locale) return /utf-?8/i.test(locale);
  return platform === "darwin" || (platform === "win32" && isSet(env["WT_SESSION"]));
};
