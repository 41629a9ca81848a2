import type { CliHost } from "#cli/host";
import { createPen, type Pen } from "#cli/render/pen";
import { LEAST_COLUMNS } from "#cli/render/screen";

/** The same pen for the width that the terminal has now. */
export function resizedPen(pen: Pen, host: CliHost): Pen {
  const columns = Math.max(host.columns() ?? pen.screen.columns, LEAST_COLUMNS);
  return createPen({ ...pen.screen, columns });
}
