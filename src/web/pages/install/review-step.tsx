import { ARTIFACT } from "#core/install/artifact-paths";
import { composeVerify } from "#core/profile/verify-command";
import { commandsOf } from "#web/forms/command-rows";
import { optionsOf } from "#web/pages/install/install-draft";
import type { Install } from "#web/pages/install/use-install";

const KEPT = "; one that is there is kept";
const WHOLE = "; the rest stays byte for byte";

/** What each file of an installation is for, and what becomes of one that is there. */
export const WRITTEN_FILES: readonly {
  readonly file: string;
  readonly use: string;
  readonly present: string;
}[] = [
  { file: ARTIFACT.marker, use: "Says that the tool is installed; profile and options", present: "" },
  { file: ARTIFACT.backlog, use: "The items", present: KEPT },
  { file: ARTIFACT.instruction, use: "What the agent is told", present: "" },
  { file: ARTIFACT.review, use: "What a reviewer is told", present: KEPT },
  { file: ARTIFACT.progress, use: "What sessions have learned", present: KEPT },
  { file: ARTIFACT.schema, use: "Describes backlog.json to editors", present: "" },
  { file: ARTIFACT.agents, use: "A marked block", present: WHOLE },
  { file: ARTIFACT.claude, use: "A marked block", present: WHOLE },
  { file: ARTIFACT.gitignore, use: "Lines for what a run writes for itself", present: "" },
];

/** Every file, and the choices, before anything is written. */
export function ReviewStep({ install }: { readonly install: Install }) {
  const { draft } = install;
  const verify = composeVerify(commandsOf(draft.commands));
  const options = Object.entries(optionsOf(draft.options));
  return (
    <>
      <FileList files={WRITTEN_FILES.map(({ file, use, present }) => [file, use + present] as const)} />
      <div className="field">
        <span className="label">Verify runs</span>
        <code className="verify">{verify === "" ? "Nothing: no command is on" : verify}</code>
      </div>
      <div className="field">
        <span className="label">Options</span>
        {options.length === 0 ? (
          <span className="help">None chosen: the defaults hold.</span>
        ) : (
          <code className="verify">
            {options.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(" · ")}
          </code>
        )}
      </div>
    </>
  );
}

/** Files with what happens to each. */
export function FileList({ files }: { readonly files: readonly (readonly [file: string, deed: string])[] }) {
  return (
    <ul className="lines">
      {files.map(([file, deed]) => (
        <li key={file}>
          <code className="key">{file}</code>
          <span className="dim">{deed}</span>
        </li>
      ))}
    </ul>
  );
}
