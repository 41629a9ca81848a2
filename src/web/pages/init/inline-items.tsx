import { ChevronDown, ChevronRight, Plus, X } from "lucide-react";
import { DEFAULT_PRIORITY, ITEM_TYPES, PRIORITIES } from "#contracts/item-rules";
import type { InlineItem } from "#web/pages/init/init-draft";
import { idAt } from "#web/pages/init/read-seed";
import type { Init } from "#web/pages/init/use-init";
import { Button, IconButton } from "#web/ui/button";
import { Select, TextArea, TextField } from "#web/ui/field";

/** Items that are written one after the other; Enter in a title begins the next. */
export function InlineItems({ init }: { readonly init: Init }) {
  const { draft, change } = init;
  const items = draft.inline.length === 0 ? [blank(draft.inline)] : draft.inline;
  const replace = (key: number, part: Partial<InlineItem>) =>
    change({ inline: items.map((item) => (item.key === key ? { ...item, ...part } : item)) });
  const add = () => change({ inline: [...items, blank(items)] });
  return (
    <div className="drafts scroll">
      {items.map((item, at) => (
        <InlineRow
          key={item.key}
          id={idAt(at)}
          item={item}
          last={at === items.length - 1}
          onChange={(part) => replace(item.key, part)}
          onNext={add}
          onRemove={() => change({ inline: items.filter(({ key }) => key !== item.key) })}
        />
      ))}
      <div>
        <Button icon={Plus} onClick={add}>
          Another item
        </Button>
      </div>
    </div>
  );
}

function blank(items: readonly InlineItem[]): InlineItem {
  const key = Math.max(0, ...items.map((item) => item.key)) + 1;
  return {
    key,
    title: "",
    type: "feature",
    priority: DEFAULT_PRIORITY,
    description: "",
    criteria: "",
    open: false,
  };
}

interface InlineRowProps {
  readonly id: string;
  readonly item: InlineItem;
  readonly last: boolean;
  readonly onChange: (part: Partial<InlineItem>) => void;
  readonly onNext: () => void;
  readonly onRemove: () => void;
}

function InlineRow({ id, item, last, onChange, onNext, onRemove }: InlineRowProps) {
  return (
    <div className="draft-item">
      <div className="one">
        <span className="id">{id}</span>
        <TextField
          label={`Title of ${id}`}
          hideLabel
          autoFocus={last}
          placeholder="What to build"
          value={item.title}
          onChange={(title) => onChange({ title })}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.ctrlKey || event.metaKey || !last || item.title.trim() === "")
              return;
            event.preventDefault();
            onNext();
          }}
        />
        <Select
          label={`Type of ${id}`}
          hideLabel
          value={item.type}
          options={ITEM_TYPES.map((value) => ({ value, label: value }))}
          onChange={(type) => onChange({ type })}
        />
        <Select
          label={`Priority of ${id}`}
          hideLabel
          value={String(item.priority)}
          options={PRIORITIES.map((one) => ({ value: String(one), label: `Priority ${one}` }))}
          onChange={(chosen) =>
            onChange({ priority: PRIORITIES.find((one) => String(one) === chosen) ?? item.priority })
          }
        />
        <IconButton icon={X} label={`Remove ${id}`} onClick={onRemove} />
      </div>
      <More id={id} item={item} onChange={onChange} />
    </div>
  );
}

function More({ id, item, onChange }: Pick<InlineRowProps, "id" | "item" | "onChange">) {
  const { open, description, criteria } = item;
  return (
    <>
      <div className="more">
        <Button
          kind="ghost"
          size="sm"
          icon={open ? ChevronDown : ChevronRight}
          aria-expanded={open}
          aria-label={`Description and criteria of ${id}`}
          style={{ justifySelf: "start", marginLeft: -8 }}
          onClick={() => onChange({ open: !open })}
        >
          Description and criteria
        </Button>
      </div>
      {open && (
        <div className="more">
          <TextArea
            label="Description"
            value={description}
            onChange={(next) => onChange({ description: next })}
          />
          <TextArea
            label="Criteria"
            value={criteria}
            onChange={(next) => onChange({ criteria: next })}
            help="One a line. None: the default criterion."
          />
        </div>
      )}
    </>
  );
}
