import { useEffect, useRef } from "react";
import type { FileExcerpt as Excerpt } from "#contracts/file-excerpt";
import { visibleText } from "#core/text/visible-text";

interface FileExcerptProps {
  readonly file: string;
  readonly line: number;
  readonly excerpt: Excerpt;
  /** What is wrong there. */
  readonly what: string;
}

/** The lines around the fault, which is in sight at first however small the window is. */
export function FileExcerpt({ file, line, excerpt, what }: FileExcerptProps) {
  const { firstLine, lines, caret } = excerpt;
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, []);
  const last = firstLine + lines.length - 1;
  return (
    <pre
      className="code scroll"
      tabIndex={0}
      role="region"
      aria-label={`${file}, lines ${firstLine} to ${last}`}
    >
      {lines.map((text, at) => {
        const number = firstLine + at;
        return (
          <span key={number} className={number === line ? "l bad" : "l"}>
            <i>{number}</i>
            <span>{visibleText(text)}</span>
            {number === line && (
              <>
                <i aria-hidden="true" />
                <span className="at">
                  {leadOf(text, caret)}
                  <span ref={place}>{`^ ${what}`}</span>
                </span>
              </>
            )}
          </span>
        );
      })}
    </pre>
  );
}

/** As wide as what stands before the place. */
const leadOf = (text: string, caret: number): string => text.slice(0, caret).replaceAll(/[^\t]/g, " ");
