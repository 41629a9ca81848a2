import { completeItem } from "#core/backlog/move-item";
import { commitMessage } from "#core/git/commit-message";
import { SESSION_TIMEOUT_MINUTES } from "#contracts/limits";
import { ToolError } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { CheckedRun } from "#engine/loop/check-run";
import { ownFiles } from "#engine/loop/own-files";
import { goOnWith } from "#engine/loop/tree/guard-tree";
import { putAsideCommand } from "#engine/loop/tree/put-aside";
import type { ResumeInput } from "#engine/operations/loop/resume-loop";
import type { GitRepository } from "#engine/git-port";
import type { CommandResult, Ports } from "#engine/ports";
import { editItem } from "#engine/stores/backlog-store";

const QUOTED_LINES = 5;

/** A killed session's item, and what its work is committed or put aside without. */
export interface Interrupted {
  readonly item: BacklogItem;
  /** Repositories inside of this one: git would record a bare pointer. */
  readonly nested: readonly string[];
}

/** The refusal of a resume over somebody's uncommitted work, with both ways on. */
export async function refuseInterrupted(
  ports: Ports,
  paths: BacklogPaths,
  repository: GitRepository,
  { item, nested }: Interrupted,
  verify: string,
): Promise<ToolError> {
  const { isOwn } = await ownFiles(ports, paths, repository);
  const files = (await ports.git.status(repository)).map(({ path }) => path).filter((path) => !isOwn(path));
  const [first = ""] = files;
  const named =
    files.length === 1 ? `1 file, ${first}` : `${files.length} files, ${first} and ${files.length - 1} more`;
  return new ToolError("CONFLICT", `${item.id} was interrupted, and its work is not committed.`, {
    reason: `${named}. Nothing was changed or started.`,
    hints: [
      // Without a command that verifies it would be refused.
      ...goOnWith({ id: item.id, standing: "interrupted" }, verify),
      {
        command: putAsideCommand(paths, item.id, nested),
        purpose: `${verify === "" ? "" : "or "}put it aside, then ${TOOL_NAME} resume`,
      },
    ],
    details: { id: item.id, title: item.title, files },
  });
}

/** Runs the project's verify command over the interrupted work and commits it when it passes; gives the commit. Work that doesn't pass stays as it is. */
export async function recoverInterrupted(
  ports: Ports,
  paths: BacklogPaths,
  checked: CheckedRun,
  interrupted: Interrupted,
  input: Pick<ResumeInput, "cancel" | "onVerify">,
): Promise<string> {
  const { item, nested } = interrupted;
  const { verify } = checked.marker.profile;
  if (verify === "") {
    throw new ToolError("CONFLICT", `${item.id} can't be verified: the project has no commands for it.`, {
      reason: "Nothing was changed or started.",
      hints: [
        {
          command: putAsideCommand(paths, item.id, nested),
          purpose: `put the work aside, then ${TOOL_NAME} resume`,
        },
      ],
    });
  }
  input.onVerify?.(item, verify);
  const timeoutMs = SESSION_TIMEOUT_MINUTES * 60_000;
  const result = await ports.processes.runShell(verify, paths.projectPath, timeoutMs, input.cancel);
  if (result.exitCode !== 0)
    throw input.cancel.cause === null ? notVerified(paths, interrupted, verify, result) : stopped(item);
  const completedAt = new Date(ports.clock.now()).toISOString();
  await editItem(ports, paths, item.id, (one) => completeItem(one, completedAt));
  const outcome = await ports.git.commitAll(checked.repository, commitMessage(item), { exclude: nested });
  if (outcome.kind === "committed") return outcome.hash;
  await editItem(ports, paths, item.id, () => item);
  throw new ToolError("CONFLICT", `The work on ${item.id} can't be committed; it was left as it is.`, {
    reason: quoted(outcome.words),
    hints: [{ command: "git status", purpose: "look at it" }],
  });
}

/** Nobody knows whether it would have passed. */
const stopped = ({ id }: BacklogItem): ToolError =>
  new ToolError("CONFLICT", `Verifying ${id} was stopped; its work was left as it is.`, {
    hints: [{ command: `${TOOL_NAME} resume --recover`, purpose: "to verify it again" }],
    details: { id },
  });

function notVerified(
  paths: BacklogPaths,
  { item, nested }: Interrupted,
  verify: string,
  result: CommandResult,
): ToolError {
  const ended = result.exitCode === null ? "was ended" : `exited ${result.exitCode}`;
  const output = quoted(`${result.stdout}\n${result.stderr}`);
  return new ToolError("CONFLICT", `The work on ${item.id} does not pass verify; it was left as it is.`, {
    reason: output === "" ? `${verify} ${ended} and said nothing.` : `${verify} ${ended}:\n${output}`,
    hints: [
      { command: "git diff", purpose: "look at it" },
      { command: putAsideCommand(paths, item.id, nested), purpose: `put it aside, then ${TOOL_NAME} resume` },
    ],
    details: { id: item.id, exitCode: result.exitCode },
  });
}

/** The last lines of another program, four spaces in. */
const quoted = (text: string): string =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-QUOTED_LINES)
    .map((line) => `    ${line.trim()}`)
    .join("\n");
