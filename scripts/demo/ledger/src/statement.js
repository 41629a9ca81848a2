/** One line a day of the month ("2026-11"), then the total. */
export function monthlyStatement(entries, month) {
  throw new Error(`No statement of ${month} yet: ${entries.length} entries wait.`);
}
