import { ChevronDown } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { ITEM_STATUSES, ITEM_TYPES, PRIORITIES, type ItemStatus } from "#contracts/item-rules";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { canMove } from "#core/backlog/transition-item";
import type { ItemDraft } from "#web/pages/backlog/drafts";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { clockTime } from "#web/app/time-words";
import { visibleText } from "#core/text/visible-text";
import { ItemGlyph, PriorityBars, type ItemLook } from "#web/ui/glyph";
import { Icon } from "#web/ui/icon";
import { Menu, type MenuPart } from "#web/ui/menu";

export const STATUS_WORDS: Readonly<Record<ItemStatus, string>> = {
  pending: "Pending",
  in_progress: "In progress",
  blocked: "Blocked",
  done: "Done",
};

interface PropertiesProps {
  /** Null: a new one. */
  readonly item: BacklogItem | null;
  readonly draft: ItemDraft;
  readonly facts: BacklogFacts;
  /** Of the project's options; undefined: the agent's own. */
  readonly projectModel: string | undefined;
}

/** The short facts of an item: menus without borders that offer what may be chosen. */
export function Properties({ item, draft, facts, projectModel }: PropertiesProps) {
  const { values, set } = draft;
  return (
    <dl className="props">
      {item !== null && <StatusRow item={item} draft={draft} facts={facts} />}
      <Row label="Priority">
        <Pick
          label={`Priority ${values.priority}`}
          entries={PRIORITIES.map((priority) => ({
            label: String(priority),
            lead: <PriorityBars priority={priority} />,
            hint: String(priority),
            chosen: priority === values.priority,
            onSelect: () => set("priority", priority),
          }))}
        >
          <PriorityBars priority={values.priority} />
          {values.priority}
        </Pick>
      </Row>
      <Row label="Type">
        <Pick
          label={`Type ${values.type}`}
          entries={ITEM_TYPES.map((type) => ({
            label: type,
            chosen: type === values.type,
            onSelect: () => set("type", type),
          }))}
        >
          {values.type}
        </Pick>
      </Row>
      <ModelRow draft={draft} facts={facts} projectModel={projectModel} />
      <EstimateRow draft={draft} />
      {typeof item?.completedAt === "string" && (
        <Row label="Done">
          {new Date(item.completedAt).toLocaleDateString("en-GB", { day: "numeric", month: "short" })},{" "}
          {clockTime(item.completedAt)}
        </Row>
      )}
    </dl>
  );
}

function StatusRow({
  item,
  draft,
  facts,
}: Pick<PropertiesProps, "draft" | "facts"> & { readonly item: BacklogItem }) {
  const { values, set } = draft;
  const moves = ITEM_STATUSES.filter((to) => canMove(item.status, to));
  const lookAs = (status: ItemStatus): ItemLook =>
    status === item.status
      ? facts.lookOf(item)
      : facts.lookOf({ ...item, status, needsHuman: false, deferred: false });
  return (
    <Row label="Status">
      <Pick
        label={`Status ${STATUS_WORDS[values.status]}`}
        entries={[item.status, ...moves].map((status) => ({
          label: STATUS_WORDS[status],
          lead: <ItemGlyph look={lookAs(status)} />,
          chosen: status === values.status,
          onSelect: () => set("status", status),
        }))}
      >
        <ItemGlyph look={lookAs(values.status)} />
        {STATUS_WORDS[values.status]}
      </Pick>
    </Row>
  );
}

function ModelRow({ draft, facts, projectModel }: Pick<PropertiesProps, "draft" | "facts" | "projectModel">) {
  const { values, set } = draft;
  const [writing, setWriting] = useState(false);
  const known = useMemo(
    () =>
      [...new Set([projectModel, ...facts.items.map(({ model }) => model)])].filter(
        (model) => model !== undefined,
      ),
    [facts, projectModel],
  );
  const inherited = projectModel === undefined ? "the agent's own" : `${projectModel}, the project's`;
  if (writing)
    return (
      <Row label="Model">
        <input
          className="input sm mono"
          aria-label="Model"
          autoFocus
          value={values.model ?? ""}
          onChange={({ target }) => set("model", target.value === "" ? undefined : target.value)}
          onBlur={() => setWriting(false)}
        />
      </Row>
    );
  const entries: MenuPart[] = [
    { label: inherited, chosen: values.model === undefined, onSelect: () => set("model", undefined) },
    ...known.map((model) => ({
      label: visibleText(model),
      chosen: model === values.model,
      onSelect: () => set("model", model),
    })),
    "line",
    { label: "Another…", onSelect: () => setTimeout(() => setWriting(true)) },
  ];
  return (
    <Row label="Model">
      <Pick label={`Model ${values.model ?? inherited}`} entries={entries}>
        {values.model === undefined ? (
          <span className="dim cut">{inherited}</span>
        ) : (
          <>
            <span className="cut">{visibleText(values.model)}</span>
            <span className="faint">set here</span>
          </>
        )}
      </Pick>
    </Row>
  );
}

function EstimateRow({ draft: { values, set } }: Pick<PropertiesProps, "draft">) {
  const estimate = values.estimatedIterations;
  return (
    <Row label="Estimate">
      <input
        type="number"
        min={0}
        step="any"
        className="estimate"
        aria-label="Estimated iterations"
        placeholder="none"
        value={estimate ?? ""}
        onChange={({ target }) =>
          set("estimatedIterations", target.value === "" ? undefined : Number(target.value))
        }
      />
      {estimate !== undefined && <span>{estimate === 1 ? "iteration" : "iterations"}</span>}
    </Row>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface PickProps {
  readonly label: string;
  readonly entries: readonly MenuPart[];
  readonly children: ReactNode;
}

/** A menu that looks like its value. */
export function Pick({ label, entries, children }: PickProps) {
  return (
    <Menu kind="ghost" className="pick" align="start" label={label} entries={entries}>
      {children}
      <Icon of={ChevronDown} small className="faint" />
    </Menu>
  );
}
