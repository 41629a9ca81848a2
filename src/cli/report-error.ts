import { usableHints } from "#cli/commands/usable-hints";
import type { Place } from "#cli/context";
import type { CliHost } from "#cli/host";
import type { EarlyFlags } from "#cli/line/find-command";
import { errorLines } from "#cli/render/message";
import { createPen } from "#cli/render/pen";
import { screenOf } from "#cli/render/screen";
import { lockWords } from "#cli/render/lock-words";
import { ERROR_TABLE, ToolError } from "#contracts/error";
import { ENV, FILES, STATE_DIR, TOOL_NAME } from "#contracts/names";

/** The only place that prints an error and gives its exit code; with --json the envelope, and then nothing stands on stdout. */
export function reportError(
  error: unknown,
  host: CliHost,
  flags: EarlyFlags,
  place: Readonly<Place>,
): number {
  const known = error instanceof ToolError ? error : internalError(error);
  const { code, message, details, hints = [] } = known;
  if (flags.json) {
    host.stderr.write(`${JSON.stringify({ error: { code, message, ...(details && { details }) } })}\n`);
  } else {
    const pen = createPen(screenOf(host, host.stderr, flags));
    const reason = lockWords(known, host) ?? known.reason;
    const trouble = {
      sentence: message,
      ...(reason !== undefined && { reason }),
      hints: usableHints(hints, place),
    };
    host.stderr.write(`${errorLines(pen, code, trouble).join("\n")}\n`);
  }
  if (host.env[ENV.debug] === "1") host.stderr.write(`${stackOf(error)}\n`);
  return ERROR_TABLE[code].exit;
}

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
