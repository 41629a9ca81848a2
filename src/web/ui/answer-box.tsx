import { useId } from "react";
import { useAnswers, writeAnswer } from "#web/app/answers";
import { Button } from "#web/ui/button";
import { announce } from "#web/ui/live";
import "./answer-box.css";

interface AnswerBoxProps {
  readonly projectId: string;
  readonly itemId: string;
  readonly autoFocus?: boolean;
  /** After it was kept: to leave the box, where it was opened for this. */
  readonly onKept?: () => void;
}

/** Answers an item's question where it stands. What is kept waits in the browser for the next resume; what is typed is never lost. */
export function AnswerBox({ projectId, itemId, autoFocus = false, onKept }: AnswerBoxProps) {
  const { kept, draft } = useAnswers(projectId)[itemId] ?? {};
  const help = useId();
  const text = draft ?? kept ?? "";
  const isKept = kept !== undefined && (draft === undefined || draft === kept);
  const type = (next: string) =>
    writeAnswer(projectId, itemId, { ...(kept === undefined ? {} : { kept }), draft: next });
  const keep = () => {
    if (text.trim() === "") return;
    writeAnswer(projectId, itemId, { kept: text });
    announce(`The answer to ${itemId} is kept`);
    onKept?.();
  };
  return (
    <div className="ans">
      <textarea
        rows={2}
        aria-label={`Your answer to ${itemId}`}
        aria-describedby={help}
        data-answer={itemId}
        autoFocus={autoFocus}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            keep();
          } else if (event.key === "Escape") {
            event.preventDefault();
            event.currentTarget.blur();
          }
        }}
      />
      <div className="ans-f">
        <span className="grow cut" id={help}>
          {isKept
            ? "Kept. Goes into the next prompt as your answer"
            : "Goes into the next prompt as your answer"}
        </span>
        {text !== "" && (
          <Button size="sm" kind="ghost" onClick={() => writeAnswer(projectId, itemId, null)}>
            Clear
          </Button>
        )}
        {!isKept && (
          <Button
            size="sm"
            hint="Ctrl ↵"
            disabled={text.trim() === "" && "Write an answer first"}
            onClick={keep}
          >
            Keep answer
          </Button>
        )}
      </div>
    </div>
  );
}
