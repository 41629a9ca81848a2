import { ListFilter } from "lucide-react";
import { ITEM_STATUSES, ITEM_TYPES, PRIORITIES } from "#contracts/item-rules";
import { filterCount, type BacklogView, type ViewChange } from "#web/pages/backlog/backlog-view";
import { STATUS_WORDS } from "#web/pages/backlog/panel/panel-properties";
import { Button } from "#web/ui/button";
import { Chip } from "#web/ui/chip";
import { Check } from "#web/ui/field";
import { Popover } from "#web/ui/popover";

interface FilterMenuProps {
  readonly view: BacklogView;
  readonly onChange: (change: ViewChange) => void;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

const FIELDS = ["type", "priority", "status"] as const;
type Field = (typeof FIELDS)[number];

const TITLES: Readonly<Record<Field, string>> = { type: "Type", priority: "Priority", status: "Status" };

/** Types, priorities and statuses; several of one kind are either, several kinds are all. */
export function FilterMenu({ view, onChange, open, onOpenChange }: FilterMenuProps) {
  const trigger = (
    <Button kind="ghost" icon={ListFilter} hint="F">
      Filter
    </Button>
  );
  return (
    <Popover label="Filter" trigger={trigger} open={open} onOpenChange={onOpenChange}>
      <div className="filters">
        {FIELDS.map((field) => (
          <fieldset key={field}>
            <legend>{TITLES[field]}</legend>
            {choicesOf(view, field).map(({ value, label, on, toggled }) => (
              <Check key={value} label={label} on={on} onChange={() => onChange({ [field]: toggled })} />
            ))}
          </fieldset>
        ))}
      </div>
      {filterCount(view) > 0 && (
        <Button
          size="sm"
          kind="ghost"
          onClick={() => onChange({ type: undefined, priority: undefined, status: undefined })}
        >
          Clear all
        </Button>
      )}
    </Popover>
  );
}

/** What is filtered by, each with its way off. */
export function FilterChips({ view, onChange }: Pick<FilterMenuProps, "view" | "onChange">) {
  return FIELDS.flatMap((field) => {
    const chosen = choicesOf(view, field).filter(({ on }) => on);
    if (chosen.length === 0) return [];
    return (
      <Chip key={field} onRemove={() => onChange({ [field]: undefined })} removeLabel={`Any ${field}`}>
        {TITLES[field]}: {chosen.map(({ label }) => label).join(", ")}
      </Chip>
    );
  });
}

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly on: boolean;
  /** The address's list with this one put in or taken out. */
  readonly toggled: string | undefined;
}

function choicesOf(view: BacklogView, field: Field): readonly Choice[] {
  switch (field) {
    case "type":
      return choices(ITEM_TYPES, view.types, String);
    case "priority":
      return choices(PRIORITIES, view.priorities, String);
    case "status":
      return choices(ITEM_STATUSES, view.statuses, (status) => STATUS_WORDS[status]);
  }
}

function choices<T extends string | number>(
  all: readonly T[],
  chosen: readonly T[],
  label: (one: T) => string,
): readonly Choice[] {
  return all.map((one) => {
    const on = chosen.includes(one);
    const toggled = all.filter((other) => (other === one ? !on : chosen.includes(other)));
    return {
      value: String(one),
      label: label(one),
      on,
      toggled: toggled.length === 0 ? undefined : toggled.join(","),
    };
  });
}
