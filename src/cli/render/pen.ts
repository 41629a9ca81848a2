import { createGlyphs, type Glyphs } from "#cli/render/glyphs";
import { createPaint, type Paint } from "#cli/render/paint";
import type { Screen } from "#cli/render/screen";

/** All that a drawing function needs to know of where it draws. */
export interface Pen {
  readonly screen: Screen;
  readonly paint: Paint;
  readonly glyphs: Glyphs;
}

/** Paint and glyphs as this screen can show them. */
export function createPen(screen: Screen): Pen {
  const paint = createPaint(screen.colour);
  return { screen, paint, glyphs: createGlyphs(screen.ascii, paint) };
}
