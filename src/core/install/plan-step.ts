/** One write of an installation's life; paths are relative to the folder that the plan is for, "/" separated. */
export type PlanStep =
  /** The whole new text; folders are made. */
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "remove"; readonly path: string }
  /** With all that lies in it. */
  | { readonly kind: "remove-tree"; readonly path: string }
  /** Only when nothing lies in it. */
  | { readonly kind: "remove-empty"; readonly path: string }
  /** Of a file or a folder; nothing may be at its new place. */
  | { readonly kind: "rename"; readonly path: string; readonly to: string }
  /** A copy of a file; of what is no text, a second name. */
  | { readonly kind: "copy"; readonly path: string; readonly to: string };
