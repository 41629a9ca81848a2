import { dataText } from "#cli/render/data-text";
import { usableHints } from "#cli/commands/usable-hints";
import type { Place } from "#cli/context";
import type { CliHost } from "#cli/host";
import type { EarlyFlags } from "#cli/line/find-command";
import { errorLines } from "#cli/render/message";
import { createPen } from "#cli/render/pen";
import { screenOf } from "#cli/render/screen";
import { lockWords } from "#cli/render/lock-words";
import { absolutePath, tildePath } from "#core/projects/absolute-path";
import { tooDeep } from "#core/text/too-deep";
import { ERROR_TABLE, ToolError } from "#contracts/error";
import { ENV, FILES, STATE_DIR, TOOL_NAME } from "#contracts/names";

/** The only place that prints an error and gives its exit code; with --json the envelope, and then nothing stands on stdout. */
export function reportError(
  error: unknown,
  host: CliHost,
  flags: EarlyFlags,
  place: Readonly<Place>,
): number {
  const known = error instanceof ToolError ? error : (tooDeep(error) ?? internalError(error));
  const { code, message, details, hints = [] } = known;
  if (flags.json) {
    host.stderr.write(`${dataText({ error: { code, message, ...(details && { details }) } })}\n`);
  } else {
    const pen = createPen(screenOf(host, host.stderr, flags));
    const reason = lockWords(known, host) ?? known.reason;
    const trouble = {
      sentence: withShownPath(known, host, place),
      ...(reason !== undefined && { reason }),
      hints: usableHints(hints, place),
    };
    host.stderr.write(`${errorLines(pen, code, trouble).join("\n")}\n`);
  }
  if (host.env[ENV.debug] === "1") host.stderr.write(`${stackOf(error)}\n`);
  return ERROR_TABLE[code].exit;
}

/** An error of a file bears its whole path; people read it from the project's folder, or from their home. */
const withShownPath = ({ message, details }: ToolError, host: CliHost, place: Readonly<Place>): string => {
  const path = [details?.["path"], details?.["file"]].find(isAbsolute);
  if (path === undefined) return message;
  const project = absolutePath(host.cwd, place.path ?? ".");
  const shown = path.startsWith(`${project}/`)
    ? path.slice(project.length + 1)
    : tildePath(path, host.homeDir);
  return message.replace(path, () => shown);
};

const isAbsolute = (value: unknown): value is string => typeof value === "string" && value.startsWith("/");

const internalError = (error: unknown): ToolError => {
  const words = error instanceof Error ? error.message : String(error);
  const sentence = words.charAt(0).toLowerCase() + words.slice(1).replace(/\.$/, "");
  return new ToolError("INTERNAL_ERROR", `This is a bug in ${TOOL_NAME}: ${sentence}.`, {
    reason: `\`${ENV.debug}=1\` before the command shows where; report it with \`${STATE_DIR}/${FILES.log}\`.`,
    hints: [{ command: `${TOOL_NAME} doctor` }],
    cause: error,
  });
};

/** With what caused it, as far as that is known. */
const stackOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
};
