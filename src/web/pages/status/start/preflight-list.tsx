import { Check, OctagonX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { AgentInfo } from "#contracts/schema/agent-info";
import type { LoopPreflight } from "#contracts/schema/routes/loop-routes";
import { isLivingPath } from "#core/git/own-paths";
import { CopyText } from "#web/pages/status/copy-text";
import { visibleText } from "#core/text/visible-text";
import { counted } from "#web/ui/words";
import { Icon } from "#web/ui/icon";

const FILES_NAMED = 3;
const STASH = "git stash push --include-untracked";
const BRANCH = "git switch -c night";

/** One line of the findings: `blocks` can't be passed from here. */
export interface PreflightLine {
  readonly kind: "fine" | "warns" | "blocks";
  readonly text: ReactNode;
  readonly detail?: string | undefined;
  /** A command that mends it. */
  readonly copy?: { readonly label: string; readonly command: string };
}

export interface Preflight {
  readonly lines: readonly PreflightLine[];
  /** Behind "Start": what is taken along knowingly; "" for nothing. */
  readonly with: string;
  /** Why nothing can be started. */
  readonly refusal: string | null;
}

/** Branch, work tree and agent, before a run. */
export function readPreflight(
  answered: LoopPreflight,
  agent: AgentInfo | undefined,
  binary: string | null,
): Preflight {
  // The backlog and progress.md change all the time: they are no work of anybody.
  const found = { ...answered, dirty: answered.dirty.filter((path) => !isLivingPath(path)) };
  const of = (code: string) => found.findings.find((finding) => finding.code === code);
  const tree = of("DIRTY_TREE");
  const guarded = of("PROTECTED_BRANCH");
  const lines: readonly PreflightLine[] = [
    ...(tree === undefined ? [] : [treeLine(found)]),
    ...(guarded === undefined ? [] : [branchWarning(found.branch)]),
    ...found.findings.filter(({ code }) => !PASSABLE.has(code)).map(blockingLine),
    ...(guarded === undefined && found.branch !== null
      ? [
          {
            kind: "fine" as const,
            text: (
              <>
                Branch <code>{found.branch}</code>, not protected
              </>
            ),
          },
        ]
      : []),
    ...(tree === undefined && found.branch !== null
      ? [{ kind: "fine" as const, text: "Nothing is uncommitted" }]
      : []),
    ...(agent === undefined ? [] : [agentLine(agent, binary)]),
  ];
  const dirty = tree === undefined ? [] : [`with ${counted(found.dirty.length, "dirty file")}`];
  return {
    lines,
    with: [...(guarded === undefined ? [] : [`on ${found.branch ?? "this branch"}`]), ...dirty].join(" "),
    refusal: lines.some(({ kind }) => kind === "blocks") ? "What stands above has to be mended first" : null,
  };
}

const PASSABLE: ReadonlySet<string> = new Set(["DIRTY_TREE", "PROTECTED_BRANCH"]);

function treeLine({ dirty, findings }: LoopPreflight): PreflightLine {
  const finding = findings.find(({ code }) => code === "DIRTY_TREE");
  const has = dirty.length === 1 ? "has" : "have";
  const unfinished = /unfinished work of (\S+)\./.exec(finding?.reason ?? "")?.[1];
  const then =
    unfinished === undefined
      ? "They would be part of the first item's commit."
      : `They may be the unfinished work of ${unfinished}: Resume goes on with it.`;
  const named = dirty.slice(0, FILES_NAMED).join(", ");
  return {
    kind: "warns",
    text: `${counted(dirty.length, "file")} ${has} uncommitted changes. ${then}`,
    detail: dirty.length > FILES_NAMED ? `${named} and ${dirty.length - FILES_NAMED} more` : named,
    copy: { label: "Copy the stash command", command: STASH },
  };
}

function branchWarning(branch: string | null): PreflightLine {
  return {
    kind: "warns",
    text: (
      <>
        The branch is <code>{branch}</code>, and the loop would commit to it. A branch of its own keeps it
        clean.
      </>
    ),
    copy: { label: "Copy the branch command", command: BRANCH },
  };
}

const WAYS: Readonly<Record<string, NonNullable<PreflightLine["copy"]>>> = {
  NO_REPOSITORY: { label: "Copy git init", command: "git init && git add -A && git commit -m 'Start'" },
  DETACHED_HEAD: { label: "Copy the branch command", command: BRANCH },
  OPERATION_UNDER_WAY: { label: "Copy git status", command: "git status" },
};

function blockingLine({ code, message, reason }: LoopPreflight["findings"][number]): PreflightLine {
  const copy = WAYS[code];
  return { kind: "blocks", text: message, detail: reason, ...(copy !== undefined && { copy }) };
}

/** The list of agents knows nothing of a program that the project names itself. */
function agentLine(agent: AgentInfo, binary: string | null): PreflightLine {
  if (binary !== null)
    return {
      kind: "fine",
      text: `${agent.id} runs ${binary.split("/").at(-1) ?? binary}, from the project settings`,
    };
  if (agent.available) return { kind: "fine", text: `${agent.id} is installed` };
  return {
    kind: "blocks",
    text: `${agent.id} is not installed. Choose another agent.`,
    detail: agent.detail,
  };
}

const SIGNS = {
  fine: { icon: Check, tone: "success" },
  warns: { icon: TriangleAlert, tone: "warning" },
  blocks: { icon: OctagonX, tone: "danger" },
} as const;

export function PreflightList({ lines }: { readonly lines: readonly PreflightLine[] }) {
  return (
    <ul className="find" aria-label="Preflight">
      {lines.map(({ kind, text, detail, copy }, at) => (
        <li key={at} className={kind === "fine" ? undefined : kind === "warns" ? "w" : "x"}>
          <span className={SIGNS[kind].tone}>
            <Icon of={SIGNS[kind].icon} />
          </span>
          <span>
            {text}
            {detail !== undefined && detail !== "" && (
              <>
                <br />
                <code className="small dim">{visibleText(detail)}</code>
              </>
            )}
          </span>
          {copy !== undefined && <CopyText label={copy.label} text={copy.command} />}
        </li>
      ))}
    </ul>
  );
}
