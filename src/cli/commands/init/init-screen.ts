import { clean } from "#cli/render/clean";
import { hintLines } from "#cli/render/hints";
import { headLine } from "#cli/render/message";
import { counted } from "#core/text/counted";
import type { Pen } from "#cli/render/pen";
import { record } from "#cli/render/record";
import { describeStack } from "#core/profile/describe-stack";
import type { Hint } from "#contracts/error";
import type { InitOutcome } from "#engine/operations/init/init-project";

export interface InitScreenFacts {
  readonly shownPath: string;
  /** The seed's file; null: there was none. */
  readonly seedName: string | null;
  readonly hints: readonly Hint[];
}

/** Of a commit's hash. */
const SHORT_HASH = 7;
const KEY_COLUMNS = 8;

/** What was made, and how to go on. */
export function initScreen(
  pen: Pen,
  { report, commit, branch, itemCount }: InitOutcome,
  facts: InitScreenFacts,
): string[] {
  const { profile, actions } = report;
  const head = headLine(pen, {
    glyph: "done",
    head: `Created ${clean(report.projectName)}`,
    facts: [
      clean(facts.shownPath),
      describeStack(profile),
      branch === null ? "git" : `git, branch ${clean(branch)}`,
    ],
  });
  const files = actions.filter(({ action }) => action !== "skipped").length;
  const from = facts.seedName === null ? "" : ` from ${clean(facts.seedName)}`;
  const parts = [
    ...(files === 0 ? [] : [counted(files, "file")]),
    itemCount === 0 ? "no items yet" : `${counted(itemCount, "item")}${from}`,
    commit === null ? "nothing committed yet" : `committed as ${commit.slice(0, SHORT_HASH)}`,
  ];
  const verify = profile.verify === "" ? "none found" : clean(profile.verify);
  return [
    head,
    "",
    `  ${parts.join(", ")}`,
    ...record(pen, [["verify", verify]], KEY_COLUMNS).map((line) => `  ${line}`),
    "",
    ...hintLines(pen, facts.hints),
  ];
}
