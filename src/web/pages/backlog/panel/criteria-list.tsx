import { GripVertical, Plus, X } from "lucide-react";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { defaultCriterion, isDefaultCriterion } from "#core/backlog/default-criterion";
import { useShortcuts } from "#web/app/shortcuts";
import { EditableText } from "#web/pages/backlog/panel/editable-text";
import { useRowDrag, type RowDrag } from "#web/pages/backlog/panel/use-row-drag";
import { IconButton } from "#web/ui/button";
import { Chip } from "#web/ui/chip";
import { Icon } from "#web/ui/icon";
import { announce } from "#web/ui/live";

interface CriteriaListProps {
  readonly criteria: readonly string[];
  readonly onChange: (criteria: readonly string[]) => void;
  /** The profile's composite command. */
  readonly verify: string | null;
  /** A new item may have none: it gets the default one. */
  readonly mayBeEmpty: boolean;
}

/** How to tell that the item is done: written in place, moved by the grip or by Alt and the arrows. */
export function CriteriaList({ criteria, onChange, verify, mayBeEmpty }: CriteriaListProps) {
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    list.current?.querySelectorAll("textarea").item(wanted.current)?.focus();
    wanted.current = null;
  });
  const move = (from: number, to: number) => {
    const one = criteria[from];
    if (one === undefined || to < 0 || to >= criteria.length || to === from) return;
    onChange(criteria.toSpliced(from, 1).toSpliced(to, 0, one));
    announce(`Criterion ${to + 1} of ${criteria.length}`);
  };
  const moveFocused = (by: number) => {
    const rows = [...(list.current?.children ?? [])];
    const from = rows.findIndex((row) => row.contains(document.activeElement));
    if (from < 0) return false;
    wanted.current = Math.min(Math.max(from + by, 0), criteria.length - 1);
    move(from, from + by);
    return true;
  };
  useShortcuts("Editing", { up: () => moveFocused(-1), down: () => moveFocused(1) });
  const add = (at: number) => {
    wanted.current = at;
    onChange(criteria.toSpliced(at, 0, ""));
  };
  const remove = (at: number) => {
    wanted.current = Math.max(at - 1, 0);
    onChange(criteria.toSpliced(at, 1));
  };
  const drag = useRowDrag(list, move);
  return (
    <div className="sec">
      <div className="sec-h">
        <h3>Acceptance criteria</h3>
        {criteria.length > 0 && <span className="count faint">{criteria.length}</span>}
        <span className="grow" />
        <IconButton size="sm" icon={Plus} label="Add a criterion" onClick={() => add(criteria.length)} />
      </div>
      {criteria.length === 0 && <WithoutCriteria verify={mayBeEmpty ? verify : undefined} />}
      <ul ref={list}>
        {criteria.map((criterion, at) => (
          <Criterion
            key={at}
            at={at}
            text={criterion}
            auto={isDefaultCriterion(criterion, verify)}
            drag={drag}
            onChange={(text) => onChange(criteria.with(at, text))}
            onAdd={() => add(at + 1)}
            onRemove={() => remove(at)}
          />
        ))}
      </ul>
    </div>
  );
}

/** `verify` undefined: it can't be saved like this. */
function WithoutCriteria({ verify }: { readonly verify: string | null | undefined }) {
  return (
    <p className="help any">
      {verify === undefined ? (
        "An item needs at least one"
      ) : (
        <>
          Without one it gets <code>{defaultCriterion(verify)}</code>
        </>
      )}
    </p>
  );
}

const AUTO = "Added because the item had no criterion; resolved from the profile's verify command";

interface CriterionProps {
  readonly at: number;
  readonly text: string;
  /** It is the default one. */
  readonly auto: boolean;
  readonly drag: RowDrag;
  readonly onChange: (text: string) => void;
  readonly onAdd: () => void;
  readonly onRemove: () => void;
}

function Criterion({ at, text, auto, drag, onChange, onAdd, onRemove }: CriterionProps) {
  const keys = (event: KeyboardEvent) => {
    const adds = event.key === "Enter" && !event.ctrlKey && !event.metaKey;
    const removes = event.key === "Backspace" && text === "";
    if (!adds && !removes) return;
    event.preventDefault();
    if (adds) onAdd();
    else onRemove();
  };
  return (
    <li className="crit" data-dragged={drag.at === at ? "" : undefined}>
      <span className="grip" aria-hidden onPointerDown={(event) => drag.start(event, at)}>
        <Icon of={GripVertical} small />
      </span>
      <EditableText
        label={`Criterion ${at + 1}`}
        value={text}
        placeholder="What must be true"
        className={auto ? "mono-text" : ""}
        oneLine
        clamp
        onChange={onChange}
        onKeyDown={keys}
      />
      <span className="crit-end">
        {auto && (
          <span data-tip={AUTO}>
            <Chip kind="plain">auto</Chip>
          </span>
        )}
        <IconButton
          size="sm"
          className="quiet"
          icon={X}
          label={`Remove criterion ${at + 1}`}
          onClick={onRemove}
        />
      </span>
    </li>
  );
}
