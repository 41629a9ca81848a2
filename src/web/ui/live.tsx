import { createStore, useStore } from "#web/app/store";

const polite = createStore("");
const assertive = createStore("");

/** Read out when there is a pause: state changes, saves. */
export function announce(text: string): void {
  say(polite, text);
}

/** Read out at once: the lost server, an answer that is needed. */
export function announceNow(text: string): void {
  say(assertive, text);
}

/** What is said again has to differ from what stands there, or nobody hears it. */
function say(region: typeof polite, text: string): void {
  region.set(text === region.get() ? `${text}\u00a0` : text);
}

/** Once in the shell. */
export function LiveRegions() {
  return (
    <>
      <div className="sr" role="status" aria-live="polite">
        {useStore(polite)}
      </div>
      <div className="sr" role="alert" aria-live="assertive">
        {useStore(assertive)}
      </div>
    </>
  );
}
