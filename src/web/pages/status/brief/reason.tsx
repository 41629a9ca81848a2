import { useEffect, useRef, useState } from "react";
import { visibleText } from "#core/text/visible-text";
import { Button } from "#web/ui/button";

/** An agent's own words: broken anywhere, twelve lines, then on demand. */
export function Reason({ text }: { readonly text: string }) {
  const [whole, setWhole] = useState(false);
  const [cut, setCut] = useState(false);
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null || whole) return;
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [whole]);
  return (
    <>
      <p ref={place} className={whole ? "why" : "why is-cut"}>
        {withCode(visibleText(text))}
      </p>
      {cut && (
        <Button size="sm" kind="ghost" className="why-all" onClick={() => setWhole(!whole)}>
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
