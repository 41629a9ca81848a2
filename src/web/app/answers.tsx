import type { BacklogItem } from "#contracts/schema/backlog-item";
import { createStore, useStore } from "#web/app/store";

const PLACE = "tool.answers";

/** What a person has written for an item: `kept` goes with the next resume, `draft` is still being written. */
export interface WrittenAnswer {
  readonly kept?: string;
  readonly draft?: string;
}

/** By item. */
export type WrittenAnswers = Readonly<Record<string, WrittenAnswer>>;

const NONE: WrittenAnswers = {};

/** By project; they wait in the browser until a resume takes them. */
const answers = createStore<Readonly<Record<string, WrittenAnswers>>>(read());

addEventListener("storage", ({ key }) => key === PLACE && answers.set(read()));

/** Everything that is written for the items of a project. */
export function useAnswers(projectId: string): WrittenAnswers {
  return useStore(answers)[projectId] ?? NONE;
}

/** Null takes the answer away. */
export function writeAnswer(projectId: string, itemId: string, answer: WrittenAnswer | null): void {
  const { [itemId]: _, ...others } = answers.get()[projectId] ?? NONE;
  const ofProject = answer === null ? others : { ...others, [itemId]: answer };
  answers.set({ ...answers.get(), [projectId]: ofProject });
  try {
    localStorage.setItem(PLACE, JSON.stringify(answers.get()));
  } catch {
    // Without a store they last as long as the page.
  }
}

/** The kept answers to questions that are still open. */
export function readyAnswers(
  written: WrittenAnswers,
  items: readonly BacklogItem[],
): readonly { readonly itemId: string; readonly text: string }[] {
  return items.filter(asksHuman).flatMap(({ id }) => {
    const text = written[id]?.kept;
    return text === undefined ? [] : [{ itemId: id, text }];
  });
}

/** Blocked until a person answers. */
export function asksHuman(item: BacklogItem): boolean {
  return item.status === "blocked" && item.needsHuman === true;
}

function read(): Readonly<Record<string, WrittenAnswers>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as Record<string, WrittenAnswers>) : {};
  } catch {
    return {};
  }
}
