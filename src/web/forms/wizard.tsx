import { useNavigate } from "@tanstack/react-router";
import { clsx } from "clsx";
import { ArrowLeft, Check, X, type LucideIcon } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { useShortcuts } from "#web/app/shortcuts";
import { Button, IconButton } from "#web/ui/button";
import { Icon } from "#web/ui/icon";
import { Notice } from "#web/ui/notice";
import "./wizard.css";

export interface WizardStep {
  readonly title: string;
  /** What came out of it, shown once it is done. */
  readonly result?: string | undefined;
}

interface WizardProps {
  readonly name: string;
  /** Beside the name: the folder. */
  readonly subject: string;
  readonly steps: readonly WizardStep[];
  /** From 0. */
  readonly at: number;
  /** The furthest step that was reached: those before it are done. */
  readonly reached: number;
  readonly onGo: (step: number) => void;
  /** Absent: there is nothing to throw away. */
  readonly onRestart?: (() => void) | undefined;
  readonly head: string;
  readonly lead: ReactNode;
  readonly next: NextStep;
  /** Of the last attempt to go on. */
  readonly error?: ReactNode;
  /** The content takes the whole pane and scrolls by itself. */
  readonly wide?: boolean;
  readonly children?: ReactNode;
}

/** The primary button: what will happen, with numbers. */
export interface NextStep {
  readonly label: string;
  readonly run: () => void;
  readonly icon?: LucideIcon;
  /** Why it can't be pressed. */
  readonly disabled?: string | false | undefined;
}

/** Steps at the left, one of them at the right; nothing is written before the last one. */
export function Wizard(props: WizardProps) {
  const { name, subject, steps, at, onRestart, error, children } = props;
  const navigate = useNavigate();
  const written = at === steps.length - 1;
  const leave = () => void navigate({ to: "/projects" });
  const { run, disabled } = props.next;
  useShortcuts("Everywhere", { back: leave });
  useEffect(() => {
    addEventListener("keydown", leaveFieldOnEscape);
    return () => removeEventListener("keydown", leaveFieldOnEscape);
  }, []);
  useShortcuts("Editing", { save: () => (inDialog() || typeof disabled === "string" ? false : run()) });
  return (
    <>
      <header className="bar">
        <h1>{name}</h1>
        <span className="faint small cut">{subject}</span>
        <span className="grow" />
        {!written && onRestart !== undefined && (
          <Button kind="ghost" onClick={onRestart}>
            Start over
          </Button>
        )}
        <span className="faint small wiz-count">{`Step ${at + 1} of ${steps.length}`}</span>
        <IconButton
          icon={X}
          label={written ? "Leave" : "Leave, nothing has been written"}
          hint="Esc"
          onClick={leave}
        />
      </header>
      <div className="wiz">
        <Steps {...props} written={written} />
        <div className="wiz-main">
          <Content key={at} {...props}>
            {error !== undefined && <Notice tone="danger">{error}</Notice>}
            {children}
          </Content>
          <Foot {...props} written={written} />
        </div>
      </div>
    </>
  );
}

type Part = WizardProps & { readonly written: boolean };

function Steps({ steps, at, reached, onGo, written }: Part) {
  return (
    <ol className="steps" aria-label="Steps">
      {steps.map(({ title, result }, step) => {
        const done = written || (step < reached && step !== at);
        const inside = (
          <>
            <span className="n">{done ? <Icon of={Check} small /> : step + 1}</span>
            <span>{title}</span>
            {done && result !== undefined && result !== "" && (
              <span className="sub cut" title={result}>
                {result}
              </span>
            )}
          </>
        );
        return (
          <li key={title} aria-current={step === at ? "step" : undefined}>
            {(done || step === reached) && !written && step !== at ? (
              <button type="button" className={clsx("step", done && "done")} onClick={() => onGo(step)}>
                {inside}
              </button>
            ) : (
              <div className={clsx("step", done && "done")}>{inside}</div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Content({ head, lead, wide = false, children }: WizardProps) {
  const form = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A step may have given the focus to its first field.
    if (form.current?.contains(document.activeElement) !== true) heading.current?.focus();
  }, []);
  return (
    <div className="scroll grow">
      <div ref={form} className={clsx("wiz-form", wide && "wide")}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {head}
          </h2>
          <p className="lead">{lead}</p>
        </div>
        {children}
      </div>
    </div>
  );
}

function Foot({ steps, at, onGo, next, written }: Part) {
  return (
    <footer className="wiz-f">
      {at > 0 && !written && (
        <Button kind="ghost" size="lg" icon={ArrowLeft} onClick={() => onGo(at - 1)}>
          Back
        </Button>
      )}
      <span className="grow" />
      {!written && <span className="faint small">{`Nothing is written before step ${steps.length}`}</span>}
      <Button
        kind="primary"
        size="lg"
        hint="Ctrl ↵"
        disabled={next.disabled}
        onClick={next.run}
        {...(next.icon === undefined ? {} : { icon: next.icon })}
      >
        {next.label}
      </Button>
    </footer>
  );
}

const inDialog = (): boolean => document.querySelector('[role="dialog"][data-state="open"]') !== null;

/** One level back: out of the field first, then out of the wizard. */
function leaveFieldOnEscape(event: KeyboardEvent): void {
  if (event.key !== "Escape" || event.defaultPrevented) return;
  const { target } = event;
  if (!(target instanceof HTMLElement) || !target.matches(".wiz :is(input, textarea, select)")) return;
  event.preventDefault();
  target.blur();
}
