import { useNavigate, useParams } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { dependencyCheck } from "#core/backlog/dependencies";
import { useBacklog } from "#web/api/item-mutations";
import { useProjectDetails } from "#web/api/projects";
import { useAllCommands } from "#web/app/commands";
import { Marked } from "#web/palette/marked";
import { useOtherItems } from "#web/palette/other-items";
import { ranked } from "#web/palette/rank";
import { Dialog } from "#web/ui/dialog";
import { ItemGlyph, itemLook, StateGlyph } from "#web/ui/glyph";
import { Icon } from "#web/ui/icon";
import { Kbd } from "#web/ui/kbd";
import "./palette.css";

const ITEMS_SHOWN = 6;
const OTHERS_SHOWN = 4;

/** Search and commands: `>` commands alone, `#` items by id. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState("");
  const { id = "" } = useParams({ strict: false });
  const only = text.startsWith(">") ? "commands" : text.startsWith("#") ? "items" : "all";
  const wanted = only === "all" ? text.trim() : text.slice(1).trim();
  return (
    <Dialog open bare title="Search and commands" width={640} className="pal" onClose={onClose}>
      <Command shouldFilter={false} loop label="Search and commands">
        <div className="pal-in">
          <Icon of={Search} />
          {id !== "" && <span className="chip">{id}</span>}
          <Command.Input
            className="bare grow"
            autoFocus
            value={text}
            onValueChange={setText}
            aria-label="Search"
          />
          <Kbd>Esc</Kbd>
        </div>
        <Command.List className="pal-list" label="Results">
          {only !== "commands" && id !== "" && (
            <OwnItems id={id} wanted={wanted} byId={only === "items"} onClose={onClose} />
          )}
          {only !== "items" && <Commands wanted={wanted} onClose={onClose} />}
          {only === "all" && <Projects wanted={wanted} onClose={onClose} />}
          {only === "all" && <OtherItems own={id} wanted={wanted} onClose={onClose} />}
          <Command.Empty className="pal-empty">
            {wanted === "" ? "Type to search" : `Nothing is called “${wanted}”`}
          </Command.Empty>
        </Command.List>
        <PaletteFoot />
      </Command>
    </Dialog>
  );
}

function PaletteFoot() {
  return (
    <div className="pal-f">
      <span>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> move
      </span>
      <span>
        <Kbd>Enter</Kbd> open
      </span>
      <span className="pal-right">
        <Kbd>&gt;</Kbd> commands only
      </span>
      <span>
        <Kbd>#</Kbd> items by id
      </span>
    </div>
  );
}

interface PartProps {
  readonly wanted: string;
  readonly onClose: () => void;
}

function OwnItems({
  id,
  wanted,
  byId,
  onClose,
}: PartProps & { readonly id: string; readonly byId: boolean }) {
  const items = useBacklog(id).data;
  const isDone = useMemo(() => dependencyCheck(items ?? [], new Set()), [items]);
  const found =
    wanted === "" && !byId
      ? []
      : ranked(items ?? [], wanted, (item) => (byId ? item.id : `${item.id} ${item.title}`));
  return (
    <Part title="Items" some={found.length > 0}>
      {found.slice(0, ITEMS_SHOWN).map((item) => (
        <ItemOption
          key={item.id}
          project={id}
          item={item}
          waits={(item.dependsOn ?? []).some((one) => !isDone(one))}
          wanted={wanted}
          detail={said(item, (one) => !isDone(one))}
          onClose={onClose}
        />
      ))}
    </Part>
  );
}

/** In words, why the item is where it is. */
function said(item: BacklogItem, open: (id: string) => boolean): string {
  const waits = (item.dependsOn ?? []).filter(open);
  if (item.status === "pending" && waits.length > 0) return `waits for ${waits.join(", ")}`;
  return item.needsHuman === true ? "needs an answer" : item.status.replace("_", " ");
}

interface ItemOptionProps extends PartProps {
  readonly project: string;
  readonly item: BacklogItem;
  readonly waits: boolean;
  readonly detail: string;
}

function ItemOption({ project, item, waits, wanted, detail, onClose }: ItemOptionProps) {
  const navigate = useNavigate();
  const open = () => {
    onClose();
    void navigate({ to: "/projects/$id/backlog", params: { id: project }, search: { item: item.id } });
  };
  return (
    <Command.Item className="po" value={`${project}/${item.id}`} onSelect={open}>
      <ItemGlyph look={itemLook(item, waits)} />
      <span className="cut">
        <span className="id">{item.id}</span>&ensp;
        <Marked text={item.title} part={wanted} />
      </span>
      <span className="faint small cut grow">{detail}</span>
    </Command.Item>
  );
}

function Commands({ wanted, onClose }: PartProps) {
  const found = ranked(useAllCommands(), wanted, ({ label }) => label);
  return (
    <Part title="Commands" some={found.length > 0}>
      {found.map(({ id, label, detail, icon, hint, run }) => (
        <Command.Item key={id} className="po" value={`>${id}`} onSelect={() => (onClose(), run())}>
          {icon === undefined ? <span className="i" /> : <Icon of={icon} />}
          <span className="cut">
            <Marked text={label} part={wanted} />
          </span>
          <span className="faint small cut grow">{detail}</span>
          {hint !== undefined && <Kbd>{hint}</Kbd>}
        </Command.Item>
      ))}
    </Part>
  );
}

function Projects({ wanted, onClose }: PartProps) {
  const navigate = useNavigate();
  const found = ranked(useProjectDetails(), wanted, ({ project }) => project.name);
  const open = (id: string) => {
    onClose();
    void navigate({ to: "/projects/$id/backlog", params: { id } });
  };
  return (
    <Part title="Projects" some={found.length > 0}>
      {found.map(({ project, detail }) => (
        <Command.Item
          key={project.id}
          className="po"
          value={`/${project.id}`}
          onSelect={() => open(project.id)}
        >
          {detail === null ? <span className="g" /> : <StateGlyph state={detail.loopState} />}
          <span className="cut grow">
            <Marked text={project.name} part={wanted} />
          </span>
        </Command.Item>
      ))}
    </Part>
  );
}

function OtherItems({ own, wanted, onClose }: PartProps & { readonly own: string }) {
  const others = useOtherItems(own, wanted.length > 1);
  const found = wanted.length > 1 ? ranked(others, wanted, ({ item }) => item.title) : [];
  return (
    <Part title="Other projects" some={found.length > 0}>
      {found.slice(0, OTHERS_SHOWN).map(({ project, item }) => (
        <ItemOption
          key={`${project}/${item.id}`}
          project={project}
          item={item}
          waits={false}
          wanted={wanted}
          detail={project}
          onClose={onClose}
        />
      ))}
    </Part>
  );
}

function Part({
  title,
  some,
  children,
}: {
  readonly title: string;
  readonly some: boolean;
  readonly children: ReactNode;
}) {
  return some ? <Command.Group heading={title}>{children}</Command.Group> : null;
}
