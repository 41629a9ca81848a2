import { ToolError } from "#contracts/error";
import type { LoopFeed } from "#server/streams/loop-feed";

/** One of the things a stream tells; null: nothing more just now. */
export interface StreamSource {
  next(): Promise<Uint8Array | null>;
}

export interface StreamOwner {
  /** At the first read, so that a response nobody reads holds nothing; null when there is nothing to be read any more. */
  enter(): Entered | null;
  /** Once after entering, however the stream ends. */
  leave(): void;
}

interface Entered {
  readonly feed: LoopFeed;
  readonly sources: readonly StreamSource[];
}

export interface OpenStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Ends it as if everything had been said. */
  readonly end: () => void;
}

/** `working` for a read · `resting` until the next one · `late`: none has come since the last heartbeat. */
type Pace = "working" | "resting" | "late";

/** A stream that makes nothing ahead of its reader; one that hasn't read for a whole heartbeat is dropped, and comes back with its Last-Event-ID. */
export function openStream(owner: StreamOwner): OpenStream {
  let entered: (Entered & { readonly finish: (how: () => void) => void }) | null = null;
  let ended = false;
  let pace: Pace = "resting";
  let end = (): void => undefined;

  const begin = (controller: ReadableStreamDefaultController<Uint8Array>): typeof entered => {
    const fresh = owner.enter();
    if (fresh === null) return null;
    const unhear = fresh.feed.onBeat(() => {
      if (pace === "late") finish(() => controller.error(cutOff("its reader is too slow.")));
      else if (pace === "resting") pace = "late";
    });
    const finish = (how: () => void): void => {
      if (ended) return;
      ended = true;
      unhear();
      owner.leave();
      how();
    };
    end = () => finish(() => controller.close());
    return { ...fresh, finish };
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        entered ??= begin(controller);
        if (entered === null) return controller.close();
        const { finish, ...source } = entered;
        pace = "working";
        try {
          const chunk = await nextChunk(source, () => ended);
          if (chunk !== null) controller.enqueue(chunk);
        } catch (error) {
          finish(() => controller.error(error instanceof ToolError ? cutOff(error.message) : error));
        }
        pace = "resting";
      },
      cancel: () => entered?.finish(() => undefined),
    },
    { highWaterMark: 0 },
  );
  return { body, end: () => end() };
}

/** The server prints it as it is; where it comes from is of no interest. */
function cutOff(reason: string): Error {
  const words = `A stream is cut off: ${reason}`;
  return Object.assign(new Error(words), { stack: words });
}

/** Null: the stream has ended meanwhile. */
async function nextChunk({ feed, sources }: Entered, isEnded: () => boolean): Promise<Uint8Array | null> {
  for (;;) {
    const seen = feed.moment;
    for (const source of sources) {
      const chunk = await source.next();
      if (isEnded()) return null;
      if (chunk !== null) return chunk;
    }
    await feed.change(seen);
    if (isEnded()) return null;
  }
}
