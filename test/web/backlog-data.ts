import type { BacklogItem } from "#contracts/schema/backlog-item";
import { sampleItem } from "../samples/sample-item.ts";

type Told = readonly [
  id: string,
  priority: BacklogItem["priority"],
  type: BacklogItem["type"],
  title: string,
  more?: Partial<BacklogItem>,
];

const done = (hour: number): Partial<BacklogItem> => ({
  status: "done",
  completedAt: `2026-11-20T${String(hour).padStart(2, "0")}:10:00.000Z`,
});

const QUESTION =
  "Is the exchange rate fixed when the entry is posted, or read again at period close? `spec/currency.md` says both, in §3 and in §7.";

const TOLD: readonly Told[] = [
  ["001", 1, "feature", "Create a ledger", done(12)],
  ["002", 1, "feature", "Post an entry with two lines", done(13)],
  ["003", 2, "feature", "List the entries of an account", done(13)],
  ["004", 2, "test", "Entries balance, whatever their order", done(14)],
  ["005", 2, "chore", "Run the migrations at start", done(14)],
  ["006", 2, "bugfix", "A rounding error of one cent", done(15)],
  ["007", 2, "refactor", "Move money arithmetic into one Money module", done(15)],
  ["008", 3, "feature", "Page through entries", done(16)],
  ["009", 3, "chore", "Name the process in the log", done(16)],
  ["010", 4, "feature", "Show the version", done(17)],
  ["011", 1, "feature", "Reverse an entry and link it to the original", { status: "in_progress" }],
  [
    "012",
    1,
    "feature",
    "Multi-currency entries: store rate and source",
    { status: "blocked", needsHuman: true, blockedReason: QUESTION, dependsOn: ["007"] },
  ],
  [
    "013",
    1,
    "bug",
    "Statement import duplicates rows with a repeated reference",
    {
      status: "blocked",
      blockedReason: "a fixture is missing: tests/fixtures/mt940-repeat.sta is not in the tree",
    },
  ],
  [
    "017",
    1,
    "chore",
    "Upgrade the pg driver past its security fix",
    { status: "blocked", deferred: true, blockedReason: "no signal in 4 attempts" },
  ],
  [
    "014",
    2,
    "feature",
    "Period close: lock entries before a date",
    {
      description:
        "Closing a period sets `closed_until` on the ledger. From then on nothing dated on or before it can be posted, changed or reversed. The check belongs in the database, so that no writer can go around it.",
      acceptanceCriteria: [
        "Posting an entry dated in a closed period answers 409 `PERIOD_CLOSED` and names the date",
        "Two concurrent closes leave the later one",
        "pnpm test && pnpm typecheck passes",
      ],
      model: "opus",
      estimatedIterations: 2,
      dependsOn: ["011"],
    },
  ],
  ["015", 2, "feature", "Revalue foreign balances at period close", { dependsOn: ["012", "014"] }],
  ["016", 2, "refactor", "Replace hand-written SQL builders with one query module"],
  ["018", 2, "feature", "Export the trial balance as CSV"],
  ["019", 2, "test", "Close a period while entries are being posted", { dependsOn: ["014"] }],
  ["021", 2, "feature", "Audit trail: who posted, who reversed", { dependsOn: ["011"] }],
  ["022", 2, "bugfix", "An entry without lines passes the balance check", { source: "review" }],
  ["027", 2, "feature", "Match statement lines to entries", { dependsOn: ["013"] }],
  ["020", 3, "chore", "Log every request with its entry id"],
  ["023", 3, "bugfix", "Renaming an account drops its external reference", { source: "review" }],
  ["026", 3, "feature", "Balances in a second currency", { dependsOn: ["012"] }],
  ["028", 3, "feature", "Year-end close", { dependsOn: ["014", "015"] }],
  ["024", 4, "feature", "Read-only API tokens per account"],
  ["025", 4, "chore", "List the error codes in docs/errors.md"],
];

/** The night that the design tells. */
export const NIGHT_ITEMS: readonly BacklogItem[] = TOLD.map(([id, priority, type, title, more = {}]) =>
  sampleItem(id, { priority, type, title, ...more }),
);

/** Every third waits for the one before it; titles that a filter can tell apart. */
export function manyItems(count: number): readonly BacklogItem[] {
  const id = (at: number) => String(at + 1).padStart(3, "0");
  const words = ["ledger", "import", "currency", "period", "statement", "balance", "audit"];
  return Array.from({ length: count }, (_, at) =>
    sampleItem(id(at), {
      priority: ((at % 4) + 1) as BacklogItem["priority"],
      title: `The ${words[at % words.length]} of step ${at}, ${words[(at * 3) % words.length]} included`,
      description: `What the ${words[at % words.length]} has to do with ${words[(at * 5) % words.length]}.`,
      ...(at % 3 === 2 ? { dependsOn: [id(at - 1)] } : {}),
      ...(at % 10 === 9 ? { status: "done" as const, completedAt: "2026-11-20T12:00:00.000Z" } : {}),
    }),
  );
}
