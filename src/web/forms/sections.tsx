import { clsx } from "clsx";
import { useRef, useState, type ReactNode } from "react";
import "./sections.css";

/** Of the head of a section still counted as its own while scrolling. */
const SLACK_PX = 80;

export interface Section {
  /** Its anchor. */
  readonly id: string;
  readonly title: string;
  /** Beside it in the list of sections: how much there is to look at. */
  readonly count?: string | undefined;
  readonly lead?: ReactNode;
  /** Beside the title. */
  readonly action?: ReactNode;
  readonly body: ReactNode;
}

/** A page of settings: its sections at the left, all of them one below the other at the right. */
export function Sections({ sections }: { readonly sections: readonly Section[] }) {
  const pane = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(sections[0]?.id);
  const follow = () => {
    const box = pane.current;
    if (box === null) return;
    const passed = sections.filter(({ id }) => topOf(id, box) <= SLACK_PX).at(-1) ?? sections[0];
    const atEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 2;
    // The last ones are too short to get to the top: one of them that was chosen stays so.
    const order = sections.findIndex(({ id }) => id === current);
    if (atEnd && passed !== undefined && order > sections.indexOf(passed)) return;
    setCurrent(passed?.id);
  };
  return (
    <div className="set">
      <nav className="toc nav" aria-label="Sections">
        {sections.map(({ id, title, count }) => (
          <a
            key={id}
            href={`#${id}`}
            aria-current={id === current ? true : undefined}
            onClick={(event) => {
              event.preventDefault();
              document.getElementById(id)?.scrollIntoView();
              setCurrent(id);
            }}
          >
            <span className="grow cut">{title}</span>
            {count !== undefined && <span className="small dim">{count}</span>}
          </a>
        ))}
      </nav>
      <div
        ref={pane}
        className="setb scroll"
        tabIndex={0}
        role="region"
        aria-label="Settings"
        onScroll={follow}
      >
        {sections.map(({ id, title, lead, action, body }) => (
          <section key={id} id={id} aria-label={title}>
            <div className="sh">
              <div className="grow">
                <h2>{title}</h2>
                {lead !== undefined && <p>{lead}</p>}
              </div>
              {action}
            </div>
            {body}
          </section>
        ))}
      </div>
    </div>
  );
}

interface SettingProps {
  readonly label: string;
  /** Below the label. */
  readonly help?: string;
  /** The control is taller than a line, or has a help of its own. */
  readonly top?: boolean;
  readonly children: ReactNode;
}

/** One setting: its label at the left, its control at the right. */
export function Setting({ label, help, top = false, children }: SettingProps) {
  return (
    <div className={clsx("lf", top && "top")}>
      <span className="lf-l">
        <span className="label">{label}</span>
        {help !== undefined && <span className="help">{help}</span>}
      </span>
      {children}
    </div>
  );
}

function topOf(id: string, box: HTMLElement): number {
  const section = document.getElementById(id);
  return section === null ? 0 : section.getBoundingClientRect().top - box.getBoundingClientRect().top;
}
