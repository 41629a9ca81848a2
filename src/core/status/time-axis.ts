const MINUTE_MS = 60_000;
const STEPS_MIN = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440, 2_880, 10_080] as const;
const NOW_CLEAR_PX = 40;

export interface AxisTick {
  readonly atMs: number;
  /** Near now, whose own time stands there, it has only its line. */
  readonly labelled: boolean;
}

interface Axis {
  readonly fromMs: number;
  readonly toMs: number;
  readonly widthPx: number;
  /** Between two labels. */
  readonly gapPx: number;
  readonly nowMs: number | null;
  /** Of local time from UTC: ticks stand at the round minutes of the reader's clock. */
  readonly zoneMs: number;
}

/** Round minutes on a time axis, as many as have room. */
export function axisTicks({ fromMs, toMs, widthPx, gapPx, nowMs, zoneMs }: Axis): readonly AxisTick[] {
  const pxPerMs = widthPx / Math.max(1, toMs - fromMs);
  const step = tickStep(toMs - fromMs, widthPx, gapPx);
  const first = Math.ceil((fromMs + zoneMs) / step) * step - zoneMs;
  const ticks: AxisTick[] = [];
  for (let atMs = first; atMs <= toMs; atMs += step) {
    const labelled = nowMs === null || Math.abs(atMs - nowMs) * pxPerMs >= NOW_CLEAR_PX;
    ticks.push({ atMs, labelled });
  }
  return ticks;
}

/** Where the axis of a run that goes on ends: a little room before it, in steps, so that the bars stand still meanwhile. */
export function axisEnd(fromMs: number, nowMs: number, widthPx: number, gapPx: number): number {
  const roomMs = (nowMs - fromMs) * 1.05;
  const step = Math.max(MINUTE_MS / 2, tickStep(roomMs, widthPx, gapPx) / 3);
  return fromMs + Math.ceil(roomMs / step) * step;
}

function tickStep(spanMs: number, widthPx: number, gapPx: number): number {
  const fits = STEPS_MIN.find((minutes) => (minutes * MINUTE_MS * widthPx) / Math.max(1, spanMs) >= gapPx);
  return (fits ?? STEPS_MIN[STEPS_MIN.length - 1] ?? 1) * MINUTE_MS;
}
