import { useState } from "react";
import type { UpdatePlan } from "#contracts/schema/install-report";
import type { MarkerOptions } from "#contracts/schema/marker";
import { ARTIFACT } from "#core/install/artifact-paths";
import { useSend } from "#web/api/queries";
import type { Saving } from "#web/forms/saved-field";
import { Setting } from "#web/forms/sections";
import { DiffDialog } from "#web/pages/project-settings/diff-dialog";
import { isRewritten } from "#web/pages/project-settings/use-update";
import { Button } from "#web/ui/button";
import { Switch } from "#web/ui/field";
import { showFailure } from "#web/ui/toast";

type PlannedFile = UpdatePlan["files"][number];

interface FileTableProps {
  readonly id: string;
  readonly plan: UpdatePlan;
  readonly options: MarkerOptions;
  readonly saving: Saving;
}

/** Every installed file, and what an update does to it. */
export function FileTable({ id, plan, options, saving }: FileTableProps) {
  const [shown, setShown] = useState<PlannedFile | null>(null);
  const { mutateAsync } = useSend("PUT /api/projects/:id/options");
  const ignore = async (gitignoreScripts: boolean) => {
    const wrong = await saving(mutateAsync({ params: { id }, body: { gitignoreScripts } }));
    if (wrong !== null) showFailure("Not saved", wrong);
  };
  const rows = plan.files.toSorted((a, b) => Number(isRewritten(b)) - Number(isRewritten(a)));
  return (
    <>
      <div className="box">
        <table className="files">
          <thead>
            <tr>
              <th>File</th>
              <th>Now</th>
              <th>Update will</th>
              <th>
                <span className="sr">Difference</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((file) => (
              <FileRow key={file.file} file={file} onShow={() => setShown(file)} />
            ))}
          </tbody>
        </table>
      </div>
      <Setting label="Ignore TOOL.md, REVIEW.md and the schema in git">
        <span className="beside">
          <Switch
            label="Ignore TOOL.md, REVIEW.md and the schema in git"
            hideLabel
            on={options.gitignoreScripts === true}
            onChange={(on) => void ignore(on)}
          />
          <span className="help">Takes effect with the next update</span>
        </span>
      </Setting>
      {shown !== null && shown.diff !== null && (
        <DiffDialog file={shown.file} diff={shown.diff} onClose={() => setShown(null)} />
      )}
    </>
  );
}

function FileRow({ file, onShow }: { readonly file: PlannedFile; readonly onShow: () => void }) {
  const rewritten = isRewritten(file);
  const look = rewritten ? undefined : "faint";
  return (
    <tr>
      <td>
        <code>{file.file}</code>
      </td>
      <td className={look}>{nowWords(file)}</td>
      <td className={look}>{willWords(file)}</td>
      <td>
        {rewritten && (
          <Button
            kind="ghost"
            size="sm"
            data-tip={`Show the difference in ${file.file}`}
            aria-label={`Difference in ${file.file}`}
            onClick={onShow}
          >
            Diff
          </Button>
        )}
      </td>
    </tr>
  );
}

/** "Written by 0.8.4, this is 0.9.2. Updating rewrites 3 files and touches nothing of yours." */
export function filesWords({ installedBy, version, files }: UpdatePlan, count: number): string {
  const by =
    installedBy === version ? `Written by ${version}.` : `Written by ${installedBy}, this is ${version}.`;
  if (count === 0) return `${by} All of them are current.`;
  const edited = files.filter((one) => isRewritten(one) && one.state === "edited").map(({ file }) => file);
  const rest =
    edited.length === 0
      ? "touches nothing of yours"
      : `takes back what was changed by hand in ${edited.join(" and ")}`;
  return `${by} Updating rewrites ${count === 1 ? "1 file" : `${count} files`} and ${rest}.`;
}

const YOURS: readonly string[] = [ARTIFACT.backlog, ARTIFACT.progress];
const BLOCKS: readonly string[] = [ARTIFACT.instruction, ARTIFACT.agents, ARTIFACT.claude];

function nowWords({ file, state, detail }: PlannedFile): string {
  switch (state) {
    case "ok":
      return YOURS.includes(file) ? "Yours" : "Current";
    case "stale":
      return detail === "" ? "From another version" : capital(detail);
    case "edited":
      return capital(detail === "" ? "changed by hand" : detail);
    case "missing":
      return detail === "" ? "Missing" : `Missing: ${detail}`;
    case "kept":
      return capital(detail.split(";")[0] ?? "yours");
  }
}

function willWords(planned: PlannedFile): string {
  const { file, state, diff } = planned;
  if (!isRewritten(planned)) {
    if (state === "kept") return "Leave it, yours is kept";
    if (diff !== null) return "Note version and hashes";
    return YOURS.includes(file) ? "Never touch it" : "Leave it";
  }
  if (file === ARTIFACT.gitignore) return addedWords(diff ?? "");
  if (BLOCKS.includes(file))
    return state === "missing" ? "Add the block" : "Rewrite the block, keep your lines";
  return state === "missing" ? "Make it" : "Replace the file";
}

function addedWords(diff: string): string {
  const added = diff.split("\n").filter((line) => /^\+(?!\+\+ )/.test(line)).length;
  return added === 1 ? "Add 1 line" : `Add ${added} lines`;
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
