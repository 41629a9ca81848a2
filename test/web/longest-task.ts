import type { Page } from "playwright-core";

const CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline"];

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string };
  /** Of the thread itself, µs: other processes on a busy machine take none of it. */
  readonly tdur?: number;
}

/** The longest task of the page's main thread while something is done, in ms of its own time. */
export async function longestTask(page: Page, deed: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("The page has no browser");
  await browser.startTracing(page, { categories: CATEGORIES });
  await deed();
  const trace = (await browser.stopTracing()).toString();
  const { traceEvents } = JSON.parse(trace) as { readonly traceEvents: readonly TraceEvent[] };
  const mains = traceEvents.filter(
    ({ name, args }) => name === "thread_name" && args.name === "CrRendererMain",
  );
  const isMain = ({ pid, tid }: TraceEvent) => mains.some((main) => main.pid === pid && main.tid === tid);
  const tasks = traceEvents.filter((event) => event.name.endsWith("RunTask") && isMain(event));
  if (tasks.length === 0) throw new Error("The trace has no tasks");
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
}
