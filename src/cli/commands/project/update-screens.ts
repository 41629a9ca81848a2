import { fileRows, type FileRow } from "#cli/commands/project/file-rows";
import { clean } from "#cli/render/clean";
import { hintLines } from "#cli/render/hints";
import { headLine } from "#cli/render/message";
import { counted } from "#core/text/counted";
import type { Pen } from "#cli/render/pen";
import type { Hint } from "#contracts/error";
import type { ArtifactState, InstallationReport, UpdatePlan } from "#contracts/schema/install-report";

/** The longest of our names, and a gap. */
const FILE_COLUMNS = 28;

/** Out of date in their order, then what is only to be known. */
const ORDER: readonly ArtifactState[] = ["stale", "edited", "missing", "kept"];

/** How the installed files stand against what this version writes. */
export function checkScreen(pen: Pen, name: string, plan: UpdatePlan, hints: readonly Hint[]): string[] {
  if (!plan.stale) return upToDate(pen, name, plan);
  return [
    headLine(pen, { head: clean(name), facts: [versions(plan)] }),
    "",
    ...fileRows(pen, checkRows(plan), FILE_COLUMNS),
    "",
    sentence(plan),
    "",
    ...hintLines(pen, hints),
  ];
}

export interface Update {
  readonly report: InstallationReport;
  /** As it stood before. */
  readonly check: UpdatePlan;
}

/** What an update did; one line when there was nothing to do. */
export function updatedScreen(pen: Pen, name: string, update: Update, hints: readonly Hint[]): string[] {
  const { check } = update;
  if (!check.stale) return upToDate(pen, name, check);
  if (!check.files.some(isWritten)) return withoutBacklog(pen, name, check, hints);
  const from =
    check.installedBy === check.version ? [] : [`from ${clean(check.installedBy)} to ${check.version}`];
  return [
    headLine(pen, { glyph: "done", head: `Updated ${clean(name)}`, facts: from }),
    "",
    ...fileRows(pen, updateRows(update), FILE_COLUMNS),
    ...(hints.length === 0 ? [] : ["", ...hintLines(pen, hints)]),
  ];
}

/** The same, with nothing done. */
export function updateDryRunScreen(pen: Pen, name: string, update: Update, hints: readonly Hint[]): string[] {
  const { check } = update;
  if (!check.stale) return upToDate(pen, name, check);
  if (!check.files.some(isWritten)) return withoutBacklog(pen, name, check, hints);
  return [
    headLine(pen, { head: `Update ${clean(name)}`, facts: [versions(check)] }),
    "",
    ...fileRows(pen, updateRows(update), FILE_COLUMNS),
    "",
    "Nothing was written.",
    "",
    ...hintLines(pen, hints),
  ];
}

function upToDate(pen: Pen, name: string, { version, files }: UpdatePlan): string[] {
  const kept = files.filter(({ state }) => state === "kept");
  const facts = [version, counted(files.length, "file"), ...kept.map(({ file }) => `${file} is yours`)];
  return [headLine(pen, { glyph: "done", head: `${clean(name)} is up to date`, facts })];
}

type PlannedFile = UpdatePlan["files"][number];

const isWritten = ({ diff }: PlannedFile): boolean => diff !== null;

/** The backlog, where git is to bring it back. */
const isLeftToGit = ({ state, diff }: PlannedFile): boolean => state === "missing" && diff === null;

/** All else is as it should be: one line, and the way to have it back. */
function withoutBacklog(pen: Pen, name: string, { files }: UpdatePlan, hints: readonly Hint[]): string[] {
  const facts = files.filter(isLeftToGit).map(({ detail }) => detail);
  return [
    headLine(pen, { glyph: "blocked", head: `${clean(name)} has no backlog`, facts }),
    ...hintLines(pen, hints),
  ];
}

const versions = ({ installedBy, version }: UpdatePlan): string =>
  installedBy === version
    ? `installed by ${version}`
    : `installed by ${clean(installedBy)}, this is ${version}`;

function checkRows({ files }: UpdatePlan): FileRow[] {
  const rows = ORDER.flatMap((state) =>
    files
      .filter((one) => one.state === state)
      .map(({ file, detail }) => ({ word: state, file, detail, marked: state !== "kept" })),
  );
  const ok = files.filter(({ state }) => state === "ok").length;
  return [...rows, { word: "ok", file: counted(ok, "file"), detail: "" }];
}

function sentence({ files }: UpdatePlan): string {
  const off = files.filter(({ state }) => state !== "ok" && state !== "kept").length;
  if (off === 0) return "The files are up to date, only the marker is not.";
  return `${off} of ${files.length} ${off === 1 ? "is" : "are"} out of date.`;
}

/** What changes, and what would have but is the user's. */
function updateRows({ report, check }: Update): FileRow[] {
  const planned = new Map(check.files.map((one) => [one.file, one]));
  return report.actions.flatMap(({ file, action, detail }): FileRow[] => {
    const plan = planned.get(file);
    if (plan?.state === "kept") return [{ word: "kept", file, detail }];
    if (plan && isLeftToGit(plan)) return [{ word: "missing", file, detail: plan.detail, marked: true }];
    return action === "skipped" ? [] : [{ word: action, file, detail }];
  });
}
