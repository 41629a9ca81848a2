import { COMMIT_PREFIX } from "#contracts/names";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { foldLine } from "#core/text/fold-line";

type Subject = Pick<BacklogItem, "id" | "title">;

/** The message is an argument to git, and one argument may have 128 KiB. */
const TITLE_CHARS_MAX = 20_000;

/** `[tool] <id>: <title>` on one line, whatever the title holds. */
export function commitMessage(item: Subject): string {
  return `${subjectPrefix(item.id)} ${foldLine(item.title.slice(0, TITLE_CHARS_MAX))}`.trimEnd();
}

/** What the subject of every commit of the item begins with. */
export function subjectPrefix(id: string): string {
  return `${COMMIT_PREFIX} ${foldLine(id)}:`;
}

/** Whether a commit's subject names the item; `whole`: by its title, too, which tells an earlier item of the same id. */
export function matchesItem(subject: string, item: Subject, how: { readonly whole: boolean }): boolean {
  return how.whole ? subject.trimEnd() === commitMessage(item) : subject.startsWith(subjectPrefix(item.id));
}
