import { clsx } from "clsx";

/** A longer text is not drawn line by line. */
const DRAWN_LINES = 2_000;

interface SeedSourceProps {
  readonly text: string;
  /** The line to show, from 0; -1: none. */
  readonly marked: number;
  readonly onChange: (text: string) => void;
  /** Where the caret stands. */
  readonly onLine: (line: number) => void;
}

/** The text, with numbers and bold headings: a field without ink over its own lines. */
export function SeedSource({ text, marked, onChange, onLine }: SeedSourceProps) {
  const lines = text.split("\n");
  const drawn = lines.length <= DRAWN_LINES && text !== "";
  const told = (field: HTMLTextAreaElement) =>
    onLine(text.slice(0, field.selectionStart).split("\n").length - 1);
  const field = (
    <textarea
      aria-label="Source"
      autoFocus
      spellCheck={false}
      placeholder={
        "## Store short links with an expiry\nCodes are 7 characters, never reused.\n- an expired link answers 410"
      }
      value={text}
      onChange={(event) => onChange(event.target.value)}
      onSelect={(event) => told(event.currentTarget)}
    />
  );
  return (
    <div>
      <div className="box-h">
        <h3>Source</h3>
        <span className="faint small">
          {text === "" ? "nothing yet" : lines.length === 1 ? "1 line" : `${lines.length} lines`}
        </span>
      </div>
      <div className={clsx("seed-text scroll grow", drawn ? "drawn" : "plain")}>
        {drawn && (
          <div className="seed-lines" aria-hidden>
            {lines.map((line, at) => (
              <Line key={at} line={line} number={at + 1} on={at === marked} />
            ))}
          </div>
        )}
        {field}
      </div>
    </div>
  );
}

function Line({
  line,
  number,
  on,
}: {
  readonly line: string;
  readonly number: number;
  readonly on: boolean;
}) {
  const mark = on ? "on" : undefined;
  return (
    <>
      <i className={mark}>{number}</i>
      <span className={mark}>{/^#{1,6}\s/.test(line) ? <b>{line}</b> : line}</span>
    </>
  );
}
