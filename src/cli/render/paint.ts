import picocolors from "picocolors";

type Stroke = (text: string) => string;

/** The whole palette: four of the sixteen colours, bold and dim. What must be read stays in the terminal's own colour. */
export interface Paint {
  /** Done and committed, passed. */
  readonly green: Stroke;
  /** Waits: for a person, for time, for another try. */
  readonly yellow: Stroke;
  /** Failed. */
  readonly red: Stroke;
  /** Alive now; where to go next. */
  readonly cyan: Stroke;
  readonly bold: Stroke;
  /** What may be skipped, never the only copy of what is needed. */
  readonly dim: Stroke;
  readonly none: Stroke;
}

/** Without colour every stroke gives its text back unchanged: not one SGR byte. */
export function createPaint(colour: boolean): Paint {
  const { green, yellow, red, cyan, bold, dim } = picocolors.createColors(colour);
  return { green, yellow, red, cyan, bold, dim, none: String };
}
