import { useEffect, useState } from "react";

/** One slow answer holds the others up no longer. */
const LONGEST_WAIT_MS = 3_000;

/** A page is laid out once, when all that was asked for has come: what comes piece by piece pushes the rest away under the hand. */
export function useLaidOut(waiting: boolean): boolean {
  const [laidOut, setLaidOut] = useState(!waiting);
  if (!waiting && !laidOut) setLaidOut(true);
  useEffect(() => {
    const timer = setTimeout(() => setLaidOut(true), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return laidOut;
}
