import { clsx } from "clsx";

/** The round sign of a radio button. */
export function RadioMark({ on }: { readonly on: boolean }) {
  return (
    <span className={clsx("check", on && "on")} style={{ borderRadius: "50%" }} aria-hidden>
      {on && <span className="dot" />}
    </span>
  );
}
