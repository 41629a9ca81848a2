import { useEffect, useState } from "react";

const DELAY_MS = 400;
const GAP_PX = 6;
const ROOM_BELOW_PX = 64;

interface Shown {
  readonly text: string;
  readonly on: DOMRect;
}

/** Once in the shell: shows the `data-tip` of what the pointer or the keyboard is on. Never the only place where something stands. */
export function TooltipRoom() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      setShown(null);
    };
    const come = (event: Event) => {
      hide();
      const element =
        event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tip]") : null;
      const text = element?.dataset["tip"] ?? "";
      if (element === null || text === "") return;
      if (event.type === "focusin" && !element.matches(":focus-visible")) return;
      timer = setTimeout(() => setShown({ text, on: element.getBoundingClientRect() }), DELAY_MS);
    };
    const coming = ["pointerover", "focusin"];
    const going = ["pointerdown", "keydown", "focusout", "scroll"];
    for (const type of coming) document.addEventListener(type, come);
    for (const type of going) document.addEventListener(type, hide, true);
    return () => {
      hide();
      for (const type of coming) document.removeEventListener(type, come);
      for (const type of going) document.removeEventListener(type, hide, true);
    };
  }, []);
  return shown === null ? null : (
    <div className="tip" aria-hidden style={placeOf(shown.on)}>
      {shown.text}
    </div>
  );
}

/** Below and centred; above near the foot of the page, at the side near its edges. */
function placeOf({ left, right, top, bottom, width }: DOMRect) {
  const above = bottom > innerHeight - ROOM_BELOW_PX;
  const vertical = above ? { bottom: innerHeight - top + GAP_PX } : { top: bottom + GAP_PX };
  if (right > innerWidth - 120) return { ...vertical, right: innerWidth - right };
  if (left < 120) return { ...vertical, left };
  return { ...vertical, left: left + width / 2, transform: "translateX(-50%)" };
}
