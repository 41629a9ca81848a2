import { Dialog } from "#web/ui/dialog";

interface DiffDialogProps {
  readonly file: string;
  /** Unified. */
  readonly diff: string;
  readonly onClose: () => void;
}

/** A difference, line by line: what comes has a bar and weight, what goes is struck out. */
export function DiffDialog({ file, diff, onClose }: DiffDialogProps) {
  return (
    <Dialog open onClose={onClose} title={file} head={<></>} width={880}>
      <div className="udiff scroll" tabIndex={0} role="region" aria-label={`Difference in ${file}`}>
        {diff
          .split("\n")
          .slice(2, -1)
          .map((line, at) => (
            <div key={at} className={lookOf(line)}>
              {line}
            </div>
          ))}
      </div>
    </Dialog>
  );
}

function lookOf(line: string): string | undefined {
  if (line.startsWith("@@")) return "at";
  if (line.startsWith("+")) return "add";
  return line.startsWith("-") ? "del" : undefined;
}
