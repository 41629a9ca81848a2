import { X } from "lucide-react";
import { clockWithSeconds } from "#web/app/time-words";
import { counted } from "#web/ui/words";
import type { RunView } from "#web/pages/status/use-run";
import { IconButton } from "#web/ui/button";

export type OutputName = "log" | "progress";

interface OutputTabsProps {
  readonly shown: OutputName;
  readonly onShow: (name: OutputName) => void;
}

const TABS = [
  ["log", "Log"],
  ["progress", "progress.md"],
] as const;

export function OutputTabs({ shown, onShow }: OutputTabsProps) {
  return (
    <div className="tabs" role="tablist" aria-label="Output">
      {TABS.map(([name, label]) => (
        <button
          key={name}
          type="button"
          role="tab"
          className="tab"
          aria-selected={name === shown}
          {...(name === shown && { "aria-controls": `out-${name}` })}
          onClick={() => onShow(name)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

interface FollowWordsProps {
  readonly view: RunView;
  readonly following: boolean;
  /** Null: not read yet. */
  readonly lines: number | null;
}

/** Whether the log is live, and how much there is of it. */
export function FollowWords({ view, following, lines }: FollowWordsProps) {
  const { connection, lostAt } = view.stream;
  if (connection === "reconnecting")
    return (
      <span className="small warning" role="status">
        Not live{lostAt !== null && ` since ${clockWithSeconds(lostAt)}`}, connecting again
      </span>
    );
  if (lines === null) return null;
  const how = !view.live ? "" : following ? "Following, " : "Held, ";
  return (
    <span className="small faint wide">
      {how}
      {counted(lines, "line")}
    </span>
  );
}

interface FindBoxProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onClose: () => void;
}

/** Only the lines that contain it stay. */
export function FindBox({ text, onChange, onClose }: FindBoxProps) {
  return (
    <div className="input sm filter log-find">
      <input
        type="text"
        className="bare grow"
        autoFocus
        placeholder="Find in the log"
        aria-label="Find in the log"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          onClose();
        }}
      />
      <IconButton size="sm" icon={X} label="Close the search" hint="Esc" onClick={onClose} />
    </div>
  );
}
