import { Monitor, Moon, Sun } from "lucide-react";
import { useState, type ReactNode } from "react";
import { SERVER_PORT } from "#contracts/limits";
import type { Theme } from "#contracts/project-rules";
import type { ResolvedToolConfig } from "#contracts/schema/config";
import { useGet, useSend } from "#web/api/queries";
import { notificationsOff, turnNotifications } from "#web/app/human-notice";
import { shortPath } from "#web/app/short-path";
import { applyTheme } from "#web/app/theme";
import { readNumber } from "#web/forms/number-text";
import { SavedField, type Saving } from "#web/forms/saved-field";
import { Setting } from "#web/forms/sections";
import { Switch } from "#web/ui/field";
import { Icon } from "#web/ui/icon";
import { Segments } from "#web/ui/tabs";

interface GeneralSettingsProps {
  readonly config: ResolvedToolConfig;
  readonly saving: Saving;
}

/** Root directory, port, theme, notifications. */
export function GeneralSettings({ config, saving }: GeneralSettingsProps) {
  const { mutateAsync } = useSend("PUT /api/config");
  const root = useGet("GET /api/health", {}).data?.rootDirectory ?? "";
  const { rootDirectory = "", port, theme } = config;
  const elsewhere = root !== "" && rootDirectory !== "" && root !== rootDirectory;
  return (
    <>
      <Setting
        label="Root directory"
        help="Only folders directly below it are projects. Nothing is written outside it."
        top
      >
        <SavedField
          label="Root directory"
          mono
          value={shortPath(rootDirectory)}
          placeholder={shortPath(root)}
          save={async (typed) =>
            saving(mutateAsync({ body: { rootDirectory: typed.trim() === "" ? null : typed.trim() } }))
          }
          still={`Still using ${shortPath(root)}.`}
          help={elsewhere ? `This server was started for ${shortPath(root)} and keeps to it.` : undefined}
        />
      </Setting>
      <Setting label="Port" help="Takes effect at the next server start" top>
        <SavedField
          label="Port"
          mono
          width={96}
          value={String(port)}
          save={async (typed) => {
            const read = readNumber(typed, { name: "The port", least: 1, most: 65_535 });
            return typeof read === "string"
              ? read
              : saving(mutateAsync({ body: { port: read ?? SERVER_PORT } }));
          }}
          still={`Still using ${port}.`}
        />
      </Setting>
      <Setting label="Theme">
        <Segments
          label="Theme"
          value={theme}
          options={THEMES}
          onChange={(next) => {
            applyTheme(next);
            void saving(mutateAsync({ body: { theme: next } }));
          }}
        />
      </Setting>
      <Notifications />
    </>
  );
}

const THEMES: readonly { readonly value: Theme; readonly label: ReactNode }[] = [
  {
    value: "system",
    label: (
      <>
        <Icon of={Monitor} small />
        System
      </>
    ),
  },
  {
    value: "light",
    label: (
      <>
        <Icon of={Sun} small />
        Light
      </>
    ),
  },
  {
    value: "dark",
    label: (
      <>
        <Icon of={Moon} small />
        Dark
      </>
    ),
  },
];

/** Of this browser: it asks for its own leave. */
function Notifications() {
  const [on, setOn] = useState(() => permission() === "granted" && !notificationsOff());
  const turn = async (next: boolean) => {
    if (next && permission() === "default") await Notification.requestPermission();
    turnNotifications(next);
    setOn(next && permission() === "granted");
  };
  const denied = permission() === "denied";
  return (
    <Setting label="Tell me when I am needed">
      <span className="beside">
        <Switch
          label="Desktop notifications"
          hideLabel
          on={on}
          disabled={denied}
          onChange={(next) => void turn(next)}
        />
        <span className="help">
          {denied
            ? "The browser blocks notifications of this address"
            : "A desktop notification when a run needs your answer"}
        </span>
      </span>
    </Setting>
  );
}

const permission = (): NotificationPermission =>
  "Notification" in window ? Notification.permission : "denied";
