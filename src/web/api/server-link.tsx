import { onlineManager } from "@tanstack/react-query";
import { createStore } from "#web/app/store";

const FIRST_RETRY_S = 2;
const LONGEST_RETRY_S = 15;

/** Whether the server answers; while it doesn't, queries and mutations wait, and what is shown stays. */
export type ServerLink =
  | { readonly kind: "answering" }
  /** `lastAnswer` in ms; `retryIn` counts down in seconds. */
  | { readonly kind: "lost"; readonly lastAnswer: number; readonly retryIn: number };

const ANSWERING: ServerLink = { kind: "answering" };

export const serverLink = createStore<ServerLink>(ANSWERING);

let lastAnswer = Date.now();
let pause = FIRST_RETRY_S;
let timer: ReturnType<typeof setInterval> | undefined;

/** Any answer of the server, a refusal too, says that it is there. */
export function markAnswered(): void {
  lastAnswer = Date.now();
  if (serverLink.get().kind === "answering") return;
  clearInterval(timer);
  timer = undefined;
  pause = FIRST_RETRY_S;
  serverLink.set(ANSWERING);
  onlineManager.setOnline(true);
}

/** No answer came: from now on the server is asked at lengthening intervals until it is back. */
export function markLost(): void {
  if (timer !== undefined) return;
  onlineManager.setOnline(false);
  serverLink.set({ kind: "lost", lastAnswer, retryIn: pause });
  timer = setInterval(countDown, 1000);
}

/** Asks the server at once. */
export async function tryNow(): Promise<void> {
  try {
    await fetch("/api/health");
    markAnswered();
  } catch {
    pause = Math.min(pause * 2, LONGEST_RETRY_S);
    serverLink.set({ kind: "lost", lastAnswer, retryIn: pause });
  }
}

function countDown(): void {
  const link = serverLink.get();
  if (link.kind === "answering") return;
  if (link.retryIn > 1) serverLink.set({ ...link, retryIn: link.retryIn - 1 });
  else void tryNow();
}
