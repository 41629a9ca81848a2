import { expect, test } from "vitest";
import { agoWords, clockCountdown, lengthWords } from "#web/app/time-words";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const noon = new Date(2026, 10, 21, 12).getTime();

test.each([
  [8 * SECOND, "8 s"],
  [14 * MINUTE, "14 min"],
  [HOUR + 2 * MINUTE, "1 h 02 min"],
  [52 * HOUR, "2 d 4 h"],
  [-1, "0 s"],
])("%d ms is %s", (ms, words) => expect(lengthWords(ms)).toBe(words));

test.each([
  [noon - 2 * SECOND, "2 s ago"],
  [noon - 38 * MINUTE, "38 min ago"],
  [noon - 2 * HOUR, "2 h ago"],
  [new Date(2026, 10, 21, 4, 12).getTime(), "04:12"],
  [new Date(2026, 10, 20, 23).getTime(), "Yesterday"],
  [new Date(2026, 10, 17, 9).getTime(), "17 Nov"],
])("%d is told as %s", (time, words) => expect(agoWords(time, noon)).toBe(words));

test.each([
  [new Date(noon + 103 * MINUTE).toISOString(), "1:43"],
  [new Date(noon - MINUTE).toISOString(), "0:00"],
  [null, "0:00"],
])("until %s: %s", (until, left) => expect(clockCountdown(until, noon)).toBe(left));
