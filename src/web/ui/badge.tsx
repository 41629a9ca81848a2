import { clsx } from "clsx";
import type { ReactNode } from "react";
import { LOOP_STATE_LABELS, type LoopStateName, type Tone } from "#contracts/loop-states";
import { Glyph, StateGlyph, TONE_COLORS, type GlyphName } from "#web/ui/glyph";

/** The one pill: a loop's state, with the shared label. */
export function StateBadge({ state }: { readonly state: LoopStateName }) {
  const { label, tone } = LOOP_STATE_LABELS[state];
  return (
    <span className={clsx("badge", tone !== "neutral" && tone)}>
      <StateGlyph state={state} silent />
      {label}
    </span>
  );
}

interface BadgeProps {
  readonly tone: Tone;
  readonly glyph: GlyphName;
  readonly children: ReactNode;
}

/** The same pill for what is no loop state, as a project that can't be read. */
export function Badge({ tone, glyph, children }: BadgeProps) {
  return (
    <span className={clsx("badge", tone !== "neutral" && tone)}>
      <Glyph name={glyph} color={TONE_COLORS[tone]} />
      {children}
    </span>
  );
}
