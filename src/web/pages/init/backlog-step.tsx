import { clsx } from "clsx";
import { FileText } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { MAX_BODY_BYTES } from "#contracts/limits";
import type { SeedKind } from "#web/pages/init/init-draft";
import { InlineItems } from "#web/pages/init/inline-items";
import { linesOfItems, readSeed } from "#web/pages/init/read-seed";
import { SeedPreview } from "#web/pages/init/seed-preview";
import { SeedSource } from "#web/pages/init/seed-source";
import type { Init } from "#web/pages/init/use-init";
import { Button } from "#web/ui/button";
import { Empty } from "#web/ui/empty";
import { showFailure } from "#web/ui/toast";
import { Segments } from "#web/ui/tabs";

/** Further ones are not shown beside their line. */
const MARKED_ITEMS = 2_000;

const KINDS: readonly { readonly value: SeedKind; readonly label: string }[] = [
  { value: "empty", label: "Empty" },
  { value: "import", label: "Import" },
  { value: "inline", label: "Write here" },
];

/** The first items: none, of a text, or written here. */
export function BacklogStep({ init }: { readonly init: Init }) {
  const { draft, change } = init;
  const file = useRef<HTMLInputElement>(null);
  const take = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    if (chosen.size > MAX_BODY_BYTES)
      return showFailure(`${chosen.name} was not read`, "It is larger than 1 MiB");
    change({ kind: "import", text: await chosen.text(), changes: {} });
  };
  return (
    <>
      <div className="seed-kind">
        <Segments
          label="First backlog"
          value={draft.kind}
          options={KINDS}
          onChange={(kind) => change({ kind })}
        />
        {draft.kind === "import" && <span className="faint small">Markdown or JSON, up to 1 MiB</span>}
        <span className="grow" />
        {draft.kind === "import" && (
          <>
            <input
              ref={file}
              type="file"
              hidden
              aria-label="File with the items"
              accept=".md,.markdown,.txt,.json"
              onChange={(event) => {
                void take(event.target.files?.[0]);
                // The same file can be chosen again once it has changed.
                event.target.value = "";
              }}
            />
            <Button icon={FileText} onClick={() => file.current?.click()}>
              Choose a file
            </Button>
          </>
        )}
      </div>
      {draft.kind === "empty" && (
        <Empty title="The project starts without items">
          Items can be written on the backlog page at any time. The loop starts once there is one.
        </Empty>
      )}
      {draft.kind === "import" && <Import init={init} take={take} />}
      {draft.kind === "inline" && <InlineItems init={init} />}
    </>
  );
}

interface ImportProps {
  readonly init: Init;
  readonly take: (chosen: File | undefined) => Promise<void>;
}

function Import({ init, take }: ImportProps) {
  const { draft, change } = init;
  const seed = readSeed(draft.text);
  const lines = useMemo(
    () => linesOfItems(draft.text, seed.items.slice(0, MARKED_ITEMS)),
    [draft.text, seed],
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const [over, setOver] = useState(false);
  return (
    <div
      className={clsx("seed", over && "is-over")}
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer.files[0]);
      }}
    >
      <SeedSource
        text={draft.text}
        marked={chosen === null ? -1 : (lines[chosen] ?? -1)}
        onChange={(text) => change({ text })}
        onLine={(line) => {
          const at = lines.findLastIndex((start) => start !== -1 && start <= line);
          setChosen(at === -1 ? null : at);
        }}
      />
      <SeedPreview draft={draft} seed={seed} chosen={chosen} onChoose={setChosen} change={change} />
    </div>
  );
}
