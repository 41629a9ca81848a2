import { ArrowUpDown, Workflow, List } from "lucide-react";
import { useState } from "react";
import { useShortcuts } from "#web/app/shortcuts";
import { SHOWN, SORTS, type BacklogView, type Shown, type ViewChange } from "#web/pages/backlog/backlog-view";
import { FilterChips, FilterMenu } from "#web/pages/backlog/list/filter-menu";
import { FilterBox } from "#web/ui/filter-box";
import { Icon } from "#web/ui/icon";
import { Menu } from "#web/ui/menu";
import { Segments } from "#web/ui/tabs";

const WIDTH_PX = 224;

interface ToolbarProps {
  readonly view: BacklogView;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly counts: Readonly<Record<Shown, number>>;
  readonly onChange: (change: ViewChange) => void;
  /** Enter in the filter: on to the first row. */
  readonly onLeave: () => void;
}

const SHOWN_WORDS: Readonly<Record<Shown, string>> = {
  all: "All",
  open: "Open",
  stuck: "Stuck",
  done: "Done",
};

/** The filter, the four words beside it, the order, list or graph; all of it in the address. */
export function Toolbar({ view, text, onText, counts, onChange, onLeave }: ToolbarProps) {
  const [filtering, setFiltering] = useState(false);
  useShortcuts("Backlog", { filters: () => setFiltering(true) });
  return (
    <div className="tools backlog-tools">
      <FilterBox
        label="Filter by text or id"
        value={text}
        onChange={onText}
        width={WIDTH_PX}
        onLeave={onLeave}
      />
      <Segments
        label="Status"
        value={view.shown}
        options={SHOWN.map((value) => ({ value, label: SHOWN_WORDS[value], count: counts[value] }))}
        onChange={(shown) => onChange({ show: shown === "open" ? undefined : shown })}
      />
      <FilterMenu view={view} onChange={onChange} open={filtering} onOpenChange={setFiltering} />
      <FilterChips view={view} onChange={onChange} />
      <span className="grow" />
      {view.mode === "list" && (
        <Menu
          kind="ghost"
          className="wide"
          icon={ArrowUpDown}
          entries={(Object.keys(SORTS) as (keyof typeof SORTS)[]).map((sort) => ({
            label: SORTS[sort],
            chosen: sort === view.sort,
            onSelect: () => onChange({ sort: sort === "priority" ? undefined : sort }),
          }))}
        >
          {SORTS[view.sort]}
        </Menu>
      )}
      <Segments
        label="View"
        value={view.mode === "graph" ? "graph" : "list"}
        options={[
          { value: "list", label: <ViewLabel icon={List}>List</ViewLabel> },
          { value: "graph", label: <ViewLabel icon={Workflow}>Graph</ViewLabel> },
        ]}
        onChange={(mode) => onChange({ view: mode === "list" ? undefined : mode })}
      />
    </div>
  );
}

function ViewLabel({ icon, children }: { readonly icon: typeof List; readonly children: string }) {
  return (
    <>
      <Icon of={icon} small />
      {children}
    </>
  );
}
