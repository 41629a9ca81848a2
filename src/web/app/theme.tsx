import { useEffect } from "react";
import type { Theme } from "#contracts/project-rules";
import { useGet } from "#web/api/queries";
import { createStore } from "#web/app/store";

const KEY = "tool.theme";

/** Pins a theme, or follows the system; kept for the next first paint. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  remember(KEY, theme);
}

/** The theme of the tool's settings, whoever changed it. */
export function useConfiguredTheme(): void {
  const theme = useGet("GET /api/config", {}).data?.theme;
  useEffect(() => {
    if (theme !== undefined) applyTheme(theme);
  }, [theme]);
}

/** Folded by hand; below 1280 px it is a rail anyway. */
const sidebarFolded = createStore(document.documentElement.dataset["sidebar"] === "folded");

export function foldSidebar(): void {
  const folded = !sidebarFolded.get();
  sidebarFolded.set(folded);
  if (folded) document.documentElement.dataset["sidebar"] = "folded";
  else delete document.documentElement.dataset["sidebar"];
  remember("tool.sidebar", folded ? "folded" : "open");
}

function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is off: the choice holds for this page.
  }
}
