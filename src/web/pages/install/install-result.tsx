import type { InstallationReport } from "#contracts/schema/install-report";
import { Command } from "#web/ui/copy-button";
import { FileList } from "#web/pages/install/review-step";
import { Notice } from "#web/ui/notice";

interface InstallResultProps {
  readonly report: InstallationReport;
  /** Commands to go on with, in their order. */
  readonly next: readonly string[];
}

/** What was done, file by file, and how to go on from a terminal. */
export function InstallResult({ report, next }: InstallResultProps) {
  const files = report.actions.map(
    ({ file, action, detail }) =>
      [file, detail === "" ? sentence(action) : `${sentence(action)}, ${detail}`] as const,
  );
  return (
    <>
      {report.warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      <FileList files={files} />
      <div className="field">
        <span className="label">From a terminal in {report.projectPath}</span>
        {next.map((command) => (
          <Command key={command} text={command} />
        ))}
      </div>
    </>
  );
}

const sentence = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
