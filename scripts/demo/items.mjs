// The backlog of the demo, as `tool backlog add` takes it. The ids come out as 001 to 006, in this order.

export const ITEMS = [
  {
    title: "Add up the entries of a day",
    type: "bug",
    priority: 1,
    description:
      "dayTotals keeps only the last entry of a day. It should add them up, refunds included. The other failing tests belong to other items.",
    criteria: ["node --test test/totals.test.js passes"],
  },
  {
    title: "Round half to even",
    type: "bug",
    priority: 1,
    description:
      "Half a cent goes to the even neighbour, as banks do it: 2.5 is 2, and 3.5 is 4. The other failing tests belong to other items.",
    criteria: ["node --test --test-name-pattern=even test/money.test.js passes"],
  },
  {
    title: "Parse amounts with a comma",
    type: "feature",
    priority: 2,
    description:
      "The bank has begun to write 12,50 and 1.250,00. Amounts with a point, like 12.50, are still read as before.",
    criteria: ['node --test --test-name-pattern="amount|comma|points" test/money.test.js passes'],
  },
  {
    title: "Print the monthly statement",
    type: "feature",
    priority: 2,
    description: "monthlyStatement is missing. test/statement.test.js shows how a statement looks.",
    criteria: ["npm test passes", "npm start prints the statement of November"],
    dependsOn: "001,002,003",
  },
  {
    title: "Publish the package",
    type: "chore",
    priority: 3,
    description: "Publish this version to the registry that package.json names, with the token in NPM_TOKEN.",
    criteria: ["The registry has this version"],
    dependsOn: "004",
  },
  {
    title: "Choose how long to keep exports",
    type: "chore",
    priority: 3,
    description:
      "docs/exports.md is our spec. Make it say one period everywhere. Which one is not for an agent to decide.",
    criteria: ["docs/exports.md names one period"],
  },
];
