import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { Priority } from "#contracts/item-rules";
import { LOOP_STATE_LABELS, type LoopStateName, type Tone } from "#contracts/loop-states";

/** Symbols of index.html, without their `g-`. */
export type GlyphName =
  | "blocked"
  | "broken"
  | "deferred"
  | "done"
  | "error"
  | "human"
  | "idle"
  | "limit"
  | "none"
  | "p1"
  | "p2"
  | "p3"
  | "p4"
  | "paused"
  | "pending"
  | "progress"
  | "reviewing"
  | "running"
  | "sleeping"
  | "usagepaused"
  | "waiting"
  | "weekly";

interface GlyphProps {
  readonly name: GlyphName;
  readonly color: string;
  /** For a screen reader; without one the glyph is hidden from it. */
  readonly label?: string;
}

/** One of our own 16 px signs. */
export function Glyph({ name, color, label }: GlyphProps) {
  const said = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <svg className="g" style={{ color }} {...said}>
      <use href={`#g-${name}`} />
    </svg>
  );
}

export const TONE_COLORS: Readonly<Record<Tone, string>> = {
  neutral: "var(--text-3)",
  info: "var(--info-solid)",
  success: "var(--success-solid)",
  warning: "var(--warning-solid)",
  danger: "var(--danger-solid)",
};

const STATE_GLYPHS: Readonly<Record<LoopStateName, GlyphName>> = {
  IDLE: "idle",
  RUNNING: "running",
  PAUSED: "paused",
  COMPLETE: "done",
  PAUSED_HUMAN: "human",
  LIMIT_REACHED: "limit",
  ERROR: "error",
  NOT_INSTALLED: "none",
  SLEEPING_LIMIT: "sleeping",
  WEEKLY_LIMIT: "weekly",
  REVIEWING: "reviewing",
  PAUSED_USAGE_LIMIT: "usagepaused",
};

interface StateGlyphProps {
  readonly state: LoopStateName;
  /** Beside its own label it must not be read twice. */
  readonly silent?: boolean;
}

/** The sign of a loop's state. */
export function StateGlyph({ state, silent = false }: StateGlyphProps) {
  const { label, tone } = LOOP_STATE_LABELS[state];
  return <Glyph name={STATE_GLYPHS[state]} color={TONE_COLORS[tone]} {...(silent ? {} : { label })} />;
}

/** `waiting` is derived from dependsOn; the others from the item itself. */
export type ItemLook =
  | "pending"
  | "waiting"
  | "in_progress"
  | "done"
  | "needs_human"
  | "deferred"
  | "blocked";

/** How an item looks; `waits`: a dependency of it is still open. */
export function itemLook(item: BacklogItem, waits: boolean): ItemLook {
  if (item.status === "pending") return waits ? "waiting" : "pending";
  if (item.status !== "blocked") return item.status;
  if (item.needsHuman === true) return "needs_human";
  return item.deferred === true ? "deferred" : "blocked";
}

const ITEM_GLYPHS: Readonly<
  Record<ItemLook, { readonly name: GlyphName; readonly tone: Tone; readonly label: string }>
> = {
  pending: { name: "pending", tone: "neutral", label: "Pending" },
  waiting: { name: "waiting", tone: "neutral", label: "Waiting for other items" },
  in_progress: { name: "progress", tone: "info", label: "In progress" },
  done: { name: "done", tone: "success", label: "Done" },
  needs_human: { name: "human", tone: "warning", label: "Needs an answer" },
  deferred: { name: "deferred", tone: "warning", label: "Gave up, will be retried" },
  blocked: { name: "blocked", tone: "danger", label: "Blocked" },
};

/** The sign of an item, with its name. */
export function ItemGlyph({ look }: { readonly look: ItemLook }) {
  const { name, tone, label } = ITEM_GLYPHS[look];
  return <Glyph name={name} color={TONE_COLORS[tone]} label={label} />;
}

/** Four bars, 1 fills them all. */
export function PriorityBars({ priority }: { readonly priority: Priority }) {
  return (
    <Glyph
      name={`p${priority}`}
      color={priority === 1 ? "var(--text)" : "var(--text-2)"}
      label={`Priority ${priority}`}
    />
  );
}
