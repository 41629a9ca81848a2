/** The cents of each day, in the order in which the days first appear. */
export function dayTotals(entries) {
  const totals = new Map();
  for (const { day, cents } of entries) {
    totals.set(day, cents);
  }
  return totals;
}
