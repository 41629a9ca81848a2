import { clsx } from "clsx";
import { Check as CheckMark, ChevronDown, TriangleAlert } from "lucide-react";
import { useId, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from "react";
import { Icon } from "#web/ui/icon";

interface FieldProps {
  readonly label: string;
  /** The label is read out, not shown: it stands beside, or the place says it. */
  readonly hideLabel?: boolean;
  readonly help?: ReactNode;
  /** Replaces the help. */
  readonly error?: string | undefined;
}

interface ControlIds {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
}

/** Label, control, help or error, tied together. */
function Field({
  label,
  hideLabel = false,
  help,
  error,
  children,
}: FieldProps & { readonly children: (ids: ControlIds) => ReactNode }) {
  const id = useId();
  const described = error !== undefined || help !== undefined;
  const ids: ControlIds = {
    id,
    ...(described ? { "aria-describedby": `${id}-said` } : {}),
    ...(error === undefined ? {} : { "aria-invalid": true as const }),
  };
  return (
    <div className="field">
      <label htmlFor={id} className={clsx(hideLabel && "sr")}>
        {label}
      </label>
      {children(ids)}
      {error !== undefined && (
        <span className="err" id={`${id}-said`}>
          <Icon of={TriangleAlert} small />
          {error}
        </span>
      )}
      {error === undefined && help !== undefined && (
        <span className="help" id={`${id}-said`}>
          {help}
        </span>
      )}
    </div>
  );
}

type Text<T> = Omit<T, "value" | "onChange"> & {
  readonly value: string;
  readonly onChange: (value: string) => void;
};

export interface TextFieldProps extends FieldProps, Text<InputHTMLAttributes<HTMLInputElement>> {
  /** For ids, paths, commands. */
  readonly mono?: boolean;
  /** 28 px instead of 32. */
  readonly small?: boolean;
}

export function TextField({
  label,
  hideLabel,
  help,
  error,
  mono,
  small,
  onChange,
  className,
  ...rest
}: TextFieldProps) {
  return (
    <Field {...fieldProps({ label, hideLabel, help, error })}>
      {(ids) => (
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          {...rest}
          {...ids}
          className={clsx("input", mono && "mono", small && "sm", error !== undefined && "is-bad", className)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

export interface TextAreaProps extends FieldProps, Text<TextareaHTMLAttributes<HTMLTextAreaElement>> {
  readonly mono?: boolean;
}

export function TextArea({
  label,
  hideLabel,
  help,
  error,
  mono,
  onChange,
  className,
  ...rest
}: TextAreaProps) {
  return (
    <Field {...fieldProps({ label, hideLabel, help, error })}>
      {(ids) => (
        <textarea
          rows={4}
          {...rest}
          {...ids}
          className={clsx("input", mono && "mono", error !== undefined && "is-bad", className)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface SelectProps<V extends string> extends FieldProps {
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
  readonly small?: boolean;
}

/** The browser's own list, in our box: it knows every keyboard and screen reader. */
export function Select<V extends string>({
  label,
  hideLabel,
  help,
  error,
  value,
  options,
  onChange,
  small,
}: SelectProps<V>) {
  return (
    <Field {...fieldProps({ label, hideLabel, help, error })}>
      {(ids) => (
        <span className="select">
          <select
            {...ids}
            className={clsx("input", small && "sm", error !== undefined && "is-bad")}
            value={value}
            onChange={(event) => onChange(event.target.value as V)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} small />
        </span>
      )}
    </Field>
  );
}

interface ToggleProps {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly label: string;
  /** Stands beside already: read out only. */
  readonly hideLabel?: boolean;
  readonly disabled?: boolean;
}

export function Check(props: ToggleProps) {
  return <Toggle look="check" {...props} />;
}

/** Acts at once; what acts on save is a Check. */
export function Switch(props: ToggleProps) {
  return <Toggle look="switch" {...props} />;
}

function Toggle({
  look,
  on,
  onChange,
  label,
  hideLabel = false,
  disabled = false,
}: ToggleProps & { readonly look: "check" | "switch" }) {
  return (
    <span className="toggle">
      <button
        type="button"
        role={look === "check" ? "checkbox" : "switch"}
        aria-checked={on}
        aria-label={label}
        disabled={disabled}
        className={clsx(look, on && "on")}
        onClick={() => onChange(!on)}
      >
        {look === "check" && on && <Icon of={CheckMark} />}
      </button>
      {!hideLabel && (
        <span aria-hidden onClick={() => !disabled && onChange(!on)}>
          {label}
        </span>
      )}
    </span>
  );
}

function fieldProps({
  label,
  hideLabel,
  help,
  error,
}: { [K in keyof FieldProps]: FieldProps[K] | undefined }): FieldProps {
  return { label: label ?? "", hideLabel: hideLabel ?? false, help, error };
}
