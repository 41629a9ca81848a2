import { Bell } from "lucide-react";
import { useEffect, useRef } from "react";
import { isLive, type KnownProject } from "#web/api/projects";
import { announceNow } from "#web/ui/live";
import { askByToast } from "#web/ui/toast";

const ASKED = "tool.notifications-asked";
const OFF = "tool.notifications-off";

/** A desktop notification when a project begins to wait for a person; whether they are wanted is asked once, during a run. */
export function useHumanNotice(projects: readonly KnownProject[]): void {
  const known = useRef(new Map<string, number>());
  useEffect(() => {
    for (const { project, detail } of projects) {
      if (detail === null) continue;
      const questions = detail.backlogSummary.needsHuman ?? 0;
      const before = known.current.get(project.id);
      known.current.set(project.id, questions);
      if (before !== undefined && questions > before) tell(project.name);
    }
    if (projects.some(({ detail }) => detail !== null && isLive(detail.loopState))) askOnce();
  }, [projects]);
}

function tell(name: string): void {
  const text = `${name} needs an answer`;
  announceNow(text);
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  if (notificationsOff()) return;
  const note = new Notification(text, { tag: name, icon: "/icons/needs-human.svg" });
  note.addEventListener("click", () => window.focus());
}

/** Switched off by hand in this browser, whatever it allows. */
export function notificationsOff(): boolean {
  try {
    return localStorage.getItem(OFF) !== null;
  } catch {
    return false;
  }
}

export function turnNotifications(on: boolean): void {
  try {
    if (on) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "yes");
  } catch {
    // Storage is off: what the browser allows holds.
  }
}

function askOnce(): void {
  if (!("Notification" in window) || Notification.permission !== "default") return;
  try {
    if (localStorage.getItem(ASKED) !== null) return;
    localStorage.setItem(ASKED, "yes");
  } catch {
    return;
  }
  askByToast({
    icon: Bell,
    title: "Hear about questions at once?",
    detail: "A desktop notification when a run needs your answer",
    action: { label: "Allow", run: () => void Notification.requestPermission() },
  });
}
