import { clsx } from "clsx";
import { useState, type KeyboardEvent } from "react";
import { visibleText } from "#core/text/visible-text";
import { Button } from "#web/ui/button";

interface EditableTextProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly className?: string;
  /** Breaks become spaces. */
  readonly oneLine?: boolean;
  /** Long texts show twelve lines until they are written on. */
  readonly clamp?: boolean;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  readonly "data-part"?: string;
  readonly autoFocus?: boolean;
}

/** A text that is read as text and, with the focus, written in its place. */
export function EditableText({
  label,
  value,
  onChange,
  placeholder,
  className,
  oneLine = false,
  clamp = false,
  onKeyDown,
  "data-part": part,
  autoFocus,
}: EditableTextProps) {
  const [whole, setWhole] = useState(false);
  const isCut = clamp && isLong(value);
  return (
    <>
      <span className={clsx("edit", className, isCut && !whole && "is-clamped", value === "" && "is-empty")}>
        <span className="edit-shown" aria-hidden>
          {withCode(visibleText(value))}
        </span>
        <textarea
          rows={1}
          aria-label={label}
          placeholder={placeholder}
          spellCheck
          autoFocus={autoFocus}
          data-part={part}
          value={value}
          onChange={({ target }) =>
            onChange(oneLine ? target.value.replaceAll(/\s*[\r\n]+\s*/g, " ") : target.value)
          }
          onKeyDown={onKeyDown}
        />
      </span>
      {isCut && (
        <Button size="sm" kind="ghost" className="all-of-it" onClick={() => setWhole(!whole)}>
          {whole ? "Show less" : "Show all"}
        </Button>
      )}
    </>
  );
}

/** A text of somebody else's: broken anywhere, twelve lines, then on demand. */
export function LongText({ text, className }: { readonly text: string; readonly className?: string }) {
  const [whole, setWhole] = useState(false);
  const isCut = isLong(text);
  return (
    <>
      <p className={clsx("long-text", isCut && !whole && "is-clamped", className)}>
        {withCode(visibleText(text))}
      </p>
      {isCut && (
        <Button size="sm" kind="ghost" className="all-of-it" onClick={() => setWhole(!whole)}>
          {whole ? "Show less" : "Show all"}
        </Button>
      )}
    </>
  );
}

/** Words between backticks are set as code; nothing else is read into them. */
function withCode(text: string) {
  return text.split(/`([^`\n]+)`/).map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}

const LINES = 12;
/** Of the panel's width, about. */
const CHARACTERS = 62;

/** Told by the text, not by its drawing: nothing has to be measured. */
function isLong(text: string): boolean {
  let lines = 0;
  for (const line of text.split("\n", LINES + 1)) lines += Math.max(1, Math.ceil(line.length / CHARACTERS));
  return lines > LINES;
}
