import { Search } from "lucide-react";
import { useRef } from "react";
import { useShortcuts } from "#web/app/shortcuts";
import { Icon } from "#web/ui/icon";
import { Kbd } from "#web/ui/kbd";

interface FilterBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly width?: number;
  /** Enter and arrow down leave the field for the list. */
  readonly onLeave?: () => void;
}

/** The page's filter: `/` goes in, Esc empties it, then leaves. */
export function FilterBox({ label, value, onChange, width = 240, onLeave }: FilterBoxProps) {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts("Everywhere", { filter: () => field.current?.select() });
  return (
    <label className="input sm filter" style={{ width }}>
      <Icon of={Search} small />
      <input
        ref={field}
        type="text"
        className="bare grow"
        placeholder={label}
        aria-label={label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.preventDefault();
            if (value === "") field.current?.blur();
            else onChange("");
          } else if (event.key === "Enter" || event.key === "ArrowDown") {
            event.preventDefault();
            field.current?.blur();
            onLeave?.();
          }
        }}
      />
      <Kbd>/</Kbd>
    </label>
  );
}
