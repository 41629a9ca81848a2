import { useNavigate, useParams } from "@tanstack/react-router";
import {
  Download,
  Folders,
  Keyboard,
  Moon,
  Monitor,
  PanelLeft,
  Plus,
  SlidersHorizontal,
  Sun,
} from "lucide-react";
import { useMemo } from "react";
import type { Theme } from "#contracts/project-rules";
import { useSend } from "#web/api/queries";
import { useCommands, type PaletteCommand } from "#web/app/commands";
import { openOverlay } from "#web/app/overlays";
import { applyTheme, foldSidebar } from "#web/app/theme";

const THEMES = [
  ["light", "Light theme", Sun],
  ["dark", "Dark theme", Moon],
  ["system", "Theme of the system", Monitor],
] as const;

/** What can be done from any page. */
export function useBaseCommands(): void {
  const navigate = useNavigate();
  const { id } = useParams({ strict: false });
  const { mutate } = useSend("PUT /api/config");
  const commands = useMemo<readonly PaletteCommand[]>(() => {
    const setTheme = (theme: Theme) => {
      applyTheme(theme);
      mutate({ body: { theme } });
    };
    return [
      ...(id === undefined ? [] : projectCommands(id, navigate)),
      {
        id: "projects",
        label: "All projects",
        icon: Folders,
        hint: "G P",
        run: () => void navigate({ to: "/projects" }),
      },
      { id: "init", label: "New project", icon: Plus, run: () => void navigate({ to: "/init" }) },
      {
        id: "install",
        label: "Install in a folder",
        icon: Download,
        run: () => void navigate({ to: "/install" }),
      },
      {
        id: "settings",
        label: "Settings of the tool",
        icon: SlidersHorizontal,
        run: () => void navigate({ to: "/settings" }),
      },
      { id: "fold", label: "Fold the sidebar", icon: PanelLeft, hint: "[", run: foldSidebar },
      { id: "help", label: "Shortcuts", icon: Keyboard, hint: "?", run: () => openOverlay("help") },
      ...THEMES.map(([theme, label, icon]) => ({ id: theme, label, icon, run: () => setTheme(theme) })),
    ];
  }, [id, navigate, mutate]);
  useCommands(commands);
}

function projectCommands(id: string, navigate: ReturnType<typeof useNavigate>): readonly PaletteCommand[] {
  const params = { id };
  return [
    {
      id: "backlog",
      label: "Backlog",
      hint: "G B",
      run: () => void navigate({ to: "/projects/$id/backlog", params }),
    },
    {
      id: "status",
      label: "Status",
      hint: "G S",
      run: () => void navigate({ to: "/projects/$id/status", params }),
    },
    {
      id: "project-settings",
      label: "Settings of the project",
      hint: "G E",
      run: () => void navigate({ to: "/projects/$id/settings", params }),
    },
  ];
}
