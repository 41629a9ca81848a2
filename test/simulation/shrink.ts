import type { Night, SessionPlan, Story } from "./story.ts";

const MOST_TRIES = 600;

/** The least of a story that still fails, found by taking away one part after another. */
export async function shrink(story: Story, fails: (story: Story) => Promise<boolean>): Promise<Story> {
  let least = story;
  let tries = 0;
  for (let again = true; again;) {
    again = false;
    for (const candidate of smaller(least)) {
      tries += 1;
      if (tries > MOST_TRIES) return least;
      if (!(await fails(candidate))) continue;
      least = candidate;
      again = true;
      break;
    }
  }
  return least;
}

/** The same story without one of its parts, the big ones first. */
function* smaller(story: Story): Generator<Story> {
  for (const nights of without(story.nights)) yield { ...story, nights };
  for (const items of without(story.items)) if (items.length > 0) yield { ...story, items };
  for (const [id, plans] of Object.entries(story.sessions)) {
    const put = (next: readonly SessionPlan[]): Story => ({
      ...story,
      sessions: { ...story.sessions, [id]: next },
    });
    if (plans.length > 0) yield put([]);
    for (const fewer of without(plans)) yield put(fewer);
    for (const plan of changed(plans, smallerSession)) yield put(plan);
  }
  if (story.interleave > 0) yield { ...story, interleave: 0 };
  if (story.archived.length > 0) yield { ...story, archived: [] };
  for (const nights of changed(story.nights, smallerNight)) yield { ...story, nights };
}

function* smallerSession(plan: SessionPlan): Generator<SessionPlan> {
  for (const acts of without(plan.acts)) yield { ...plan, acts };
  if (plan.end !== "done") yield { ...plan, end: "done" };
}

function* smallerNight(night: Night): Generator<Night> {
  if (night.kill !== null) yield { ...night, kill: null };
  for (const faults of without(night.faults)) yield { ...night, faults };
  for (const happenings of without(night.happenings)) yield { ...night, happenings };
  for (const name of Object.keys(night.request)) {
    if (name === "force" || name === "sessionTimeoutMinutes") continue;
    yield {
      ...night,
      request: Object.fromEntries(Object.entries(night.request).filter(([one]) => one !== name)),
    };
  }
  if (night.how !== "run") yield { ...night, how: "run" };
  if (night.recycledPid) yield { ...night, recycledPid: false };
}

function* without<T>(list: readonly T[]): Generator<readonly T[]> {
  for (const index of list.keys()) yield list.toSpliced(index, 1);
}

function* changed<T>(list: readonly T[], change: (one: T) => Iterable<T>): Generator<readonly T[]> {
  for (const [index, one] of list.entries()) for (const next of change(one)) yield list.with(index, next);
}
