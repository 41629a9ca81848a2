import { clsx } from "clsx";
import { ITEM_TYPES, PRIORITIES } from "#contracts/item-rules";
import type { CreateItemInput } from "#contracts/schema/item-input";
import { defaultCriterion } from "#core/backlog/default-criterion";
import { composeVerify } from "#core/profile/verify-command";
import { commandsOf } from "#web/forms/command-rows";
import type { InitDraft } from "#web/pages/init/init-draft";
import { idAt, withChanges, type ReadSeed } from "#web/pages/init/read-seed";
import { PriorityBars } from "#web/ui/glyph";
import { Menu } from "#web/ui/menu";
import { Notice } from "#web/ui/notice";

/** The rest is counted. */
const SHOWN_ITEMS = 200;

interface SeedPreviewProps {
  readonly draft: InitDraft;
  readonly seed: ReadSeed;
  readonly chosen: number | null;
  readonly onChoose: (position: number) => void;
  readonly change: (part: Partial<InitDraft>) => void;
}

/** What the text becomes; type and priority can be changed here. */
export function SeedPreview({ draft, seed, chosen, onChoose, change }: SeedPreviewProps) {
  const items = withChanges(seed.items, draft.changes);
  const criterion = defaultCriterion(composeVerify(commandsOf(draft.commands)));
  const bare = items.filter(({ acceptanceCriteria = [] }) => acceptanceCriteria.length === 0).length;
  const set = (title: string, part: Pick<Partial<CreateItemInput>, "type" | "priority">) =>
    change({ changes: { ...draft.changes, [title]: { ...draft.changes[title], ...part } } });
  return (
    <div>
      <div className="box-h">
        <h3>Becomes</h3>
        <span className="faint small">{items.length === 1 ? "1 item" : `${items.length} items`}</span>
        <span className="grow" />
        {bare > 0 && (
          <span className="small dim">{`${bare} ${bare === 1 ? "gets" : "get"} the default criterion`}</span>
        )}
      </div>
      <div className="scroll grow" tabIndex={0} role="region" aria-label="Items">
        {items.slice(0, SHOWN_ITEMS).map((item, at) => (
          <div
            key={at}
            className={clsx("row pv", at === chosen && "is-open")}
            onMouseEnter={() => onChoose(at)}
            onFocus={() => onChoose(at)}
          >
            <span className="id">{idAt(at)}</span>
            <PriorityMenu item={item} onChange={(priority) => set(item.title, { priority })} />
            <span className="cut" title={item.title}>
              {item.title}
            </span>
            <span className="grow" />
            <Criteria item={item} criterion={criterion} />
            <TypeMenu item={item} onChange={(type) => set(item.title, { type })} />
          </div>
        ))}
        <div className="foot">
          {seed.fault === null ? (
            <p className="help">
              {items.length > SHOWN_ITEMS && `And ${items.length - SHOWN_ITEMS} more. `}
              {draft.text.trim() !== "" && items.length === 0
                ? "This text has no headings and no tasks, so it makes no item."
                : "Priority follows the order: first 1, 2, 3, the rest 4. Change type and priority here, the text on the left."}
            </p>
          ) : (
            <Notice tone="danger">{seed.fault}</Notice>
          )}
        </div>
      </div>
    </div>
  );
}

function Criteria({ item, criterion }: { readonly item: CreateItemInput; readonly criterion: string }) {
  const count = item.acceptanceCriteria?.length ?? 0;
  if (count > 0)
    return <span className="small faint">{count === 1 ? "1 criterion" : `${count} criteria`}</span>;
  return (
    <span className="chip plain" title={criterion}>
      auto
    </span>
  );
}

interface PickProps<T> {
  readonly item: CreateItemInput;
  readonly onChange: (value: T) => void;
}

function PriorityMenu({ item, onChange }: PickProps<CreateItemInput["priority"]>) {
  return (
    <Menu
      kind="ghost"
      size="sm"
      align="start"
      label={`Priority of ${item.title}: ${item.priority}`}
      className="icon"
      entries={PRIORITIES.map((priority) => ({
        label: `Priority ${priority}`,
        lead: <PriorityBars priority={priority} />,
        chosen: priority === item.priority,
        onSelect: () => onChange(priority),
      }))}
    >
      <PriorityBars priority={item.priority} />
    </Menu>
  );
}

function TypeMenu({ item, onChange }: PickProps<CreateItemInput["type"]>) {
  return (
    <Menu
      kind="ghost"
      size="sm"
      label={`Type of ${item.title}: ${item.type}`}
      entries={ITEM_TYPES.map((type) => ({
        label: type,
        chosen: type === item.type,
        onSelect: () => onChange(type),
      }))}
    >
      {item.type}
    </Menu>
  );
}
