const FIRST_WIDTH_MS = 5_000;
const MOST_BINS = 512;

interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** Tokens over time in a bounded number of equal bins: a longer run has wider ones. */
export interface TokenBins {
  add(atMs: number, tokens: Tokens): void;
  /** So many equal columns between the two times; what lies outside is left out. */
  columns(fromMs: number, toMs: number, count: number): readonly Tokens[];
}

export function createTokenBins(): TokenBins {
  let originMs: number | null = null;
  let widthMs = FIRST_WIDTH_MS;
  let bins: { input: number; output: number }[] = [];
  return {
    add(atMs, { input, output }) {
      originMs ??= atMs;
      const at = () => Math.max(0, Math.floor((atMs - (originMs ?? atMs)) / widthMs));
      while (at() >= MOST_BINS) {
        bins = halved(bins);
        widthMs *= 2;
      }
      while (bins.length <= at()) bins.push({ input: 0, output: 0 });
      const bin = bins[at()];
      if (bin === undefined) return;
      bin.input += input;
      bin.output += output;
    },
    columns(fromMs, toMs, count) {
      const columns = Array.from({ length: count }, () => ({ input: 0, output: 0 }));
      const columnMs = Math.max(1, (toMs - fromMs) / count);
      bins.forEach(({ input, output }, index) => {
        const start = (originMs ?? 0) + index * widthMs - fromMs;
        const end = start + widthMs;
        const last = Math.min(count - 1, Math.floor((end - 1) / columnMs));
        for (let at = Math.max(0, Math.floor(start / columnMs)); at <= last; at += 1) {
          const inside = Math.min(end, (at + 1) * columnMs) - Math.max(start, at * columnMs);
          const column = columns[at];
          if (column === undefined || inside <= 0) continue;
          column.input += (input * inside) / widthMs;
          column.output += (output * inside) / widthMs;
        }
      });
      return columns;
    },
  };
}

function halved(bins: readonly Tokens[]): { input: number; output: number }[] {
  return Array.from({ length: Math.ceil(bins.length / 2) }, (_, at) => ({
    input: (bins[2 * at]?.input ?? 0) + (bins[2 * at + 1]?.input ?? 0),
    output: (bins[2 * at]?.output ?? 0) + (bins[2 * at + 1]?.output ?? 0),
  }));
}
