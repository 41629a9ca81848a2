import { useEffect, useState } from "react";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const clockSeconds = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** Local, `03:00`. */
export function clockTime(time: string | number): string {
  return clock.format(new Date(time));
}

/** Local, `20 Nov 23:58`. */
export function dayAndTime(time: string): string {
  return `${day.format(new Date(time))} ${clockTime(time)}`;
}

/** Local, `00:07:19`. */
export function clockWithSeconds(time: string | number): string {
  return clockSeconds.format(new Date(time));
}

/** A length of time in words: `8 s`, `14 min`, `1 h 02 min`, `2 d 4 h`; never rounded up. */
export function lengthWords(ms: number): string {
  const time = Math.max(ms, 0);
  if (time < MINUTE) return `${Math.floor(time / SECOND)} s`;
  if (time < HOUR) return `${Math.floor(time / MINUTE)} min`;
  if (time < DAY)
    return `${Math.floor(time / HOUR)} h ${String(Math.floor((time % HOUR) / MINUTE)).padStart(2, "0")} min`;
  return `${Math.floor(time / DAY)} d ${Math.floor((time % DAY) / HOUR)} h`;
}

/** How long ago, as far as it is told in hours; then the clock, the day: `2 s ago`, `38 min ago`, `04:12`, `Yesterday`, `17 Nov`. */
export function agoWords(time: number, now: number): string {
  const ago = Math.max(now - time, 0);
  if (ago < MINUTE) return `${Math.floor(ago / SECOND)} s ago`;
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} min ago`;
  if (ago < 3 * HOUR) return `${Math.floor(ago / HOUR)} h ago`;
  const days = midnight(now) - midnight(time);
  if (days === 0) return clockTime(time);
  return days < 1.5 * DAY ? "Yesterday" : day.format(time);
}

/** `1:43` hours and minutes left, `0:09` when it is nearly over. */
export function clockCountdown(until: string | null, now: number): string {
  const left = until === null ? 0 : Math.max(Date.parse(until) - now, 0);
  return `${Math.floor(left / HOUR)}:${String(Math.floor((left % HOUR) / MINUTE)).padStart(2, "0")}`;
}

/** The time, told anew every so many ms; stands still while the tab is hidden. */
export function useNow(every: number = SECOND): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now());
    }, every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}

const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0);
