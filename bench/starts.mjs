import { interleave, timeOf, versus } from "./measure.mjs";

const ITEMS = 100;

/** How long a command takes that does nothing, or next to nothing, against Node itself doing nothing. */
export function benchStarts(workshop, { quick }) {
  const { path } = workshop.makeProject(ITEMS);
  const { tool } = workshop;
  const empty = workshop.makeFile("empty.cjs", "");
  const candidates = ["completion", "--candidates", "--", "backlog", "show", "@"];
  const add = ["backlog", "add", "--type", "chore", "--title", "One more", "--ac", "It is there"];
  const commands = [
    { line: [process.execPath, "-e", "0"] },
    { line: [...tool, "version"], what: "tool version", atMost: 1.4 },
    { line: [...tool, "status", "--json"], what: `tool status --json, ${ITEMS} items`, atMost: 2.0 },
    {
      line: [...tool, "backlog", "list", "--json"],
      what: `tool backlog list --json, ${ITEMS} items`,
      atMost: 2.0,
    },
    { line: [...tool, ...add], what: `tool backlog add, ${ITEMS} items and more`, atMost: 2.2 },
    { line: [...tool, ...candidates], what: `completion of an item id, ${ITEMS} items`, atMost: 2.2 },
    { line: [process.execPath, empty], what: "floor: node with an empty file" },
  ];
  const measures = commands.map(
    ({ line }) =>
      () =>
        timeOf(line, { cwd: path, env: workshop.env }),
  );
  interleave(2, measures);
  const rounds = quick ? 7 : 31;
  const [baseline, ...ours] = interleave(rounds, measures);
  return ours.map((one, i) => {
    const { what, atMost } = commands[i + 1];
    return versus({ group: "start", what, ours: one, baseline, against: "node -e 0", atMost, rounds });
  });
}
