import { useState, type ReactNode } from "react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { ProjectProfile } from "#contracts/schema/profile";
import type { ItemDraft } from "#web/pages/backlog/drafts";
import { CriteriaList } from "#web/pages/backlog/panel/criteria-list";
import { EditableText } from "#web/pages/backlog/panel/editable-text";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { MoreFields } from "#web/pages/backlog/panel/panel-more";
import { Properties } from "#web/pages/backlog/panel/panel-properties";
import { Relations } from "#web/pages/backlog/panel/panel-relations";

interface PanelFormProps {
  /** Null: a new one. */
  readonly item: BacklogItem | null;
  readonly draft: ItemDraft;
  readonly facts: BacklogFacts;
  readonly profile: ProjectProfile | undefined;
  readonly projectModel: string | undefined;
  readonly onOpen: (id: string) => void;
  /** Stands below the description. */
  readonly trouble?: ReactNode;
}

/** Everything of an item that a person may write. */
export function PanelForm(props: PanelFormProps) {
  const { item, draft, facts, profile, projectModel, onOpen, trouble } = props;
  const { values, set } = draft;
  const [picking, setPicking] = useState(false);
  return (
    <>
      <Words draft={draft} isNew={item === null} />
      {trouble}
      <div className="sec">
        <Properties item={item} draft={draft} facts={facts} projectModel={projectModel} />
        {values.status === "blocked" && item?.status !== "blocked" && (
          <EditableText
            label="Why it is blocked"
            placeholder="Why it is blocked, for whoever unblocks it"
            value={values.blockedReason ?? ""}
            onChange={(reason) => set("blockedReason", reason)}
          />
        )}
      </div>
      <CriteriaList
        criteria={values.acceptanceCriteria}
        verify={profile?.verify ?? null}
        mayBeEmpty={item === null}
        onChange={(criteria) => set("acceptanceCriteria", criteria)}
      />
      <Relations
        item={{ ...blank(item), ...(values.dependsOn === undefined ? {} : { dependsOn: values.dependsOn }) }}
        facts={facts}
        onOpen={onOpen}
        onChange={(ids) => set("dependsOn", ids)}
        picking={picking}
        onPicking={setPicking}
      />
      <MoreFields draft={draft} />
    </>
  );
}

function Words({
  draft: { values, set },
  isNew,
}: Pick<PanelFormProps, "draft"> & { readonly isNew: boolean }) {
  return (
    <div className="words">
      <EditableText
        label="Title"
        className="ttl"
        oneLine
        clamp
        data-part="title"
        autoFocus={isNew}
        placeholder="What is to be done"
        value={values.title}
        onChange={(title) => set("title", title)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault();
        }}
      />
      <EditableText
        label="Description"
        className="dim prose"
        clamp
        placeholder="What to build and why. The agent gets it word for word."
        value={values.description}
        onChange={(description) => set("description", description)}
      />
    </div>
  );
}

/** What relations ask of an item: a new one holds up nothing. */
function blank(item: BacklogItem | null): BacklogItem {
  const { dependsOn: _, ...rest } = item ?? NOBODY;
  return rest;
}

const NOBODY: BacklogItem = {
  id: "",
  type: "feature",
  priority: 2,
  title: "",
  description: "",
  acceptanceCriteria: [],
  status: "pending",
  completedAt: null,
};
