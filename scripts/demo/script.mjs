// What the scripted agent does for each item. A step is taken when its text is still there to be replaced, so that a
// second attempt goes on where the first one stopped.

export const SCRIPT = {
  "001": {
    plan: "The loop overwrites the total of a day. I add to it.",
    steps: [
      [
        {
          file: "src/totals.js",
          from: "totals.set(day, cents);",
          to: "totals.set(day, (totals.get(day) ?? 0) + cents);",
        },
      ],
    ],
    check: ["test/totals.test.js"],
    learned: "dayTotals keeps the order in which days first appear; tests rely on it.",
  },
  "002": {
    plan: "Math.round takes every half up. Halves need a case of their own.",
    steps: [
      [
        {
          file: "src/money.js",
          from: `/** Parts of a cent to whole cents. */
export function roundCents(cents) {
  return Math.round(cents);
}`,
          to: `/** Parts of a cent to whole cents; a half goes to the even neighbour. */
export function roundCents(cents) {
  const below = Math.floor(cents);
  if (cents - below !== 0.5) return Math.round(cents);
  return below % 2 === 0 ? below : below + 1;
}`,
        },
      ],
    ],
    check: ["--test-name-pattern=even", "test/money.test.js"],
    learned: "Round with roundCents only, never with Math.round.",
  },
  "003": {
    plan: "A comma stands where the point was.",
    steps: [
      [
        {
          file: "src/money.js",
          from: "exec(text.trim());",
          to: 'exec(text.trim().replace(",", "."));',
        },
      ],
      [
        {
          file: "src/money.js",
          from: `/** The cents of an amount as a bank writes it: "12.50" is 1250. */
export function parseAmount(text) {
  const match = /^(-?)(\\d+)\\.(\\d\\d)$/.exec(text.trim().replace(",", "."));`,
          to: `/** The cents of an amount as a bank writes it: "12.50" and "12,50" are 1250, "1.250,00" is 125000. */
export function parseAmount(text) {
  const plain = text.includes(",") ? text.replaceAll(".", "").replace(",", ".") : text;
  const match = /^(-?)(\\d+)\\.(\\d\\d)$/.exec(plain.trim());`,
        },
      ],
    ],
    check: ["--test-name-pattern=amount|comma|points", "test/money.test.js"],
    learned: "An amount with a comma may have points between its thousands.",
  },
  "004": {
    plan: "The totals of the days are there. What is missing is the page.",
    steps: [
      [
        {
          file: "src/statement.js",
          from: `/** One line a day of the month ("2026-11"), then the total. */
export function monthlyStatement(entries, month) {
  throw new Error(\`No statement of \${month} yet: \${entries.length} entries wait.\`);
}`,
          to: `import { formatAmount } from "./money.js";
import { dayTotals } from "./totals.js";

/** One line a day of the month ("2026-11"), then the total. */
export function monthlyStatement(entries, month) {
  const totals = [...dayTotals(entries.filter(({ day }) => day.startsWith(\`\${month}-\`)))];
  const total = totals.reduce((sum, [, cents]) => sum + cents, 0);
  return [\`Statement \${month}\`, ...totals.map(([day, cents]) => line(day, cents)), line("total", total)].join("\\n");
}

const line = (label, cents) => label.padEnd(10) + formatAmount(cents).padStart(12);`,
        },
      ],
    ],
    check: [],
    learned: "npm start prints the statement of the example in data/.",
  },
};
