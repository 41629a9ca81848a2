import { interleave, timeOf } from "./measure.mjs";
import { toolLine } from "./workshop.mjs";

const ITEMS = 100;
const AT_MOST = { version: 1.4, reading: 2.0 };

/** How long a command takes that does nothing, or next to nothing, against Node itself doing nothing. */
export function benchStarts(workshop, { quick }) {
  const { path } = workshop.makeProject(ITEMS);
  const options = { cwd: path, env: workshop.env };
  const commands = [
    [[process.execPath, "-e", "0"]],
    [[...toolLine, "version"], "tool version", AT_MOST.version],
    [[...toolLine, "status", "--json"], `tool status --json, ${ITEMS} items`, AT_MOST.reading],
    [[...toolLine, "backlog", "list", "--json"], `tool backlog list --json, ${ITEMS} items`, AT_MOST.reading],
  ];
  const measures = commands.map(
    ([line]) =>
      () =>
        timeOf(line, options),
  );
  interleave(2, measures);
  const rounds = quick ? 7 : 31;
  const [baseline, ...ours] = interleave(rounds, measures);
  return ours.map((ms, i) => ({
    group: "start",
    what: commands[i + 1][1],
    unit: "ms",
    ours: ms,
    baseline,
    against: "node -e 0",
    ratio: ms / baseline,
    atMost: commands[i + 1][2],
    rounds,
  }));
}
