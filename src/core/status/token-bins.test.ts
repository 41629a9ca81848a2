import { expect, it } from "vitest";
import { createTokenBins } from "#core/status/token-bins";

const sum = (columns: readonly { readonly input: number; readonly output: number }[]): readonly number[] => [
  Math.round(columns.reduce((total, { input }) => total + input, 0)),
  Math.round(columns.reduce((total, { output }) => total + output, 0)),
];

it("keeps every token of a long run, in columns of any number", () => {
  const bins = createTokenBins();
  const day = 24 * 3_600_000;
  for (let ms = 0; ms < day; ms += 10_000) bins.add(ms, { input: 90, output: 10 });
  const expected = [(day / 10_000) * 90, (day / 10_000) * 10];
  expect(sum(bins.columns(0, day * 1.01, 48))).toEqual(expected);
  expect(sum(bins.columns(0, day * 1.01, 7))).toEqual(expected);
});

it("puts them where they were used", () => {
  const bins = createTokenBins();
  bins.add(0, { input: 100, output: 0 });
  bins.add(60_000, { input: 300, output: 0 });
  expect(bins.columns(0, 120_000, 2).map(({ input }) => Math.round(input))).toEqual([100, 300]);
  expect(bins.columns(30_000, 90_000, 1).map(({ input }) => Math.round(input))).toEqual([300]);
  expect(bins.columns(200_000, 300_000, 1)).toEqual([{ input: 0, output: 0 }]);
});
