import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Archive, MessageSquare, Play } from "lucide-react";
import type { LoopStateName } from "#contracts/loop-states";
import { shortPath } from "#web/app/short-path";
import { agoWords, lengthWords } from "#web/app/time-words";
import type { SeenProject } from "#web/pages/projects/project-glance";
import { sentenceOf } from "#web/pages/projects/sentence";
import { StateBadge } from "#web/ui/badge";
import { Icon } from "#web/ui/icon";
import { Progress } from "#web/ui/progress";

interface ProjectRowProps {
  readonly seen: SeenProject;
  readonly cursor: boolean;
  readonly now: number;
}

/** One line of the list: what it is, where it stands, what matters now, what to do. */
export function ProjectRow({ seen, cursor, now }: ProjectRowProps) {
  const { project, detail, glance } = seen;
  const sentence = sentenceOf(seen);
  return (
    <li className={clsx("prow", cursor && "is-cursor")} data-project={project.id}>
      <div className="two">
        <Link to="/projects/$id/backlog" params={{ id: project.id }} className="med cut">
          {project.name}
        </Link>
        <code className="small cut" title={project.path}>
          {shortPath(project.path)}
        </code>
      </div>
      <span className="state">
        <StateBadge state={detail.loopState} />
      </span>
      <div className="item">
        {sentence.item !== undefined && <span className="id">{sentence.item}</span>}
        <span className={clsx("cut", sentence.quiet && "dim")} title={sentence.text}>
          {sentence.text}
        </span>
      </div>
      <DoneCell seen={seen} />
      <RunCell seen={seen} />
      <span className="dim small">{glance.lastActivity !== null && agoWords(glance.lastActivity, now)}</span>
      <span className="end">
        <LikelyAction id={project.id} state={detail.loopState} detail={detail} />
      </span>
    </li>
  );
}

function DoneCell({ seen: { detail } }: { readonly seen: SeenProject }) {
  const { done, total, blocked, needsHuman = 0 } = detail.backlogSummary;
  const stuckOnlyAsks = blocked > 0 && blocked === needsHuman;
  return (
    <div className="bars">
      <span className="small dim">
        <span>
          {done} of {total}
        </span>
        {stuckOnlyAsks && (
          <span className="warning">{needsHuman === 1 ? "1 question" : `${needsHuman} questions`}</span>
        )}
        {blocked > 0 && !stuckOnlyAsks && <span className="danger">{blocked} stuck</span>}
      </span>
      <Progress summary={detail.backlogSummary} />
    </div>
  );
}

function RunCell({ seen: { glance } }: { readonly seen: SeenProject }) {
  const { status } = glance;
  if (status === null || status.iteration === null)
    return <span className="runcol two">{status !== null && <span className="faint">none</span>}</span>;
  return (
    <span className="runcol two">
      <span>
        {status.iteration} of {status.maxIterations ?? "?"}
      </span>
      {status.elapsed !== null && <span className="small">{lengthWords(status.elapsed * 1000)}</span>}
    </span>
  );
}

const ACTIONS = {
  watch: { label: "Watch", to: "status" },
  answer: { label: "Answer", to: "status", icon: MessageSquare },
  log: { label: "See the log", to: "status" },
  resume: { label: "Resume", to: "status", icon: Play },
  sweep: { label: "Sweep", to: "backlog", icon: Archive },
  start: { label: "Start", to: "status", icon: Play },
  write: { label: "New item", to: "backlog" },
} as const;

/** Leads to where it is done: a row starts and destroys nothing by itself. */
function LikelyAction({
  id,
  state,
  detail,
}: {
  readonly id: string;
  readonly state: LoopStateName;
  readonly detail: SeenProject["detail"];
}) {
  const action = ACTIONS[likely(state, detail.backlogSummary)];
  return (
    <Link
      to={action.to === "status" ? "/projects/$id/status" : "/projects/$id/backlog"}
      params={{ id }}
      className="btn sm"
      aria-label={`${action.label}: ${detail.name}`}
    >
      {"icon" in action && <Icon of={action.icon} />}
      {action.label}
    </Link>
  );
}

function likely(
  state: LoopStateName,
  { total, done, needsHuman = 0 }: SeenProject["detail"]["backlogSummary"],
): keyof typeof ACTIONS {
  switch (state) {
    case "RUNNING":
    case "REVIEWING":
    case "SLEEPING_LIMIT":
      return "watch";
    case "ERROR":
      return "log";
    case "PAUSED_HUMAN":
      return "answer";
    case "LIMIT_REACHED":
    case "WEEKLY_LIMIT":
    case "PAUSED_USAGE_LIMIT":
    case "PAUSED":
      return "resume";
    case "COMPLETE":
    case "IDLE":
    case "NOT_INSTALLED":
      if (needsHuman > 0) return "answer";
      if (total === 0) return "write";
      return done === total ? "sweep" : "start";
  }
}
