/** What goes wrong on the model's side, in words that every vendor has its own shape for. */
export type FaultKind = "plan_limit" | "rate_limit" | "overloaded" | "server" | "unauthorized" | "no_credit";

export interface Fault {
  readonly kind: FaultKind;
  /** Of a plan's limit: which of its windows is used up, five hours if not told. */
  readonly window?: "5h" | "7d";
  /** Seconds since 1970, of a plan's limit; an hour ahead if not told. */
  readonly resetsAt?: number;
}

/** One answer of the model. Paths are absolute: agents differ in what they take a relative one for. */
export type Step =
  | { readonly say: string }
  /** Through the agent's own tool for files, or its shell where it has none. */
  | { readonly write: { readonly path: string; readonly content: string }; readonly saying?: string }
  | { readonly run: string; readonly saying?: string }
  | { readonly fault: Fault }
  /** Nothing at all, or headers and the first event, and then nothing. */
  | { readonly hang: "before" | "midway" };
