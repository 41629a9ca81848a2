import type { UseQueryResult } from "@tanstack/react-query";
import { Download, RefreshCw } from "lucide-react";
import type { Marker } from "#contracts/schema/marker";
import { compareProfiles } from "#core/profile/compare-profiles";
import type { ApiError, Reply } from "#web/api/client";
import { useGet } from "#web/api/queries";
import { useLaidOut } from "#web/api/use-laid-out";
import type { Saving } from "#web/forms/saved-field";
import { Sections, type Section } from "#web/forms/sections";
import { AgentOptions } from "#web/pages/project-settings/agent-options";
import { FileTable, filesWords } from "#web/pages/project-settings/file-table";
import { LoopOptions } from "#web/pages/project-settings/loop-options";
import { ProfileTable } from "#web/pages/project-settings/profile-table";
import { RemoveTool } from "#web/pages/project-settings/remove-tool";
import { useDetected, type Detected } from "#web/pages/project-settings/use-detected";
import { useUpdate } from "#web/pages/project-settings/use-update";
import { Button } from "#web/ui/button";
import { Notice } from "#web/ui/notice";
import { SkeletonRows } from "#web/ui/skeleton";

interface SettingsOfProjectProps {
  readonly id: string;
  readonly saving: Saving;
}

/** The five sections. */
export function SettingsOfProject({ id, saving }: SettingsOfProjectProps) {
  const marker = useGet("GET /api/projects/:id", { params: { id } }).data?.marker ?? null;
  const plan = useGet("GET /api/projects/:id/update", { params: { id } });
  const found = useDetected(id);
  const files = useFilesSection(id, { marker, plan, saving });
  const profile = profileSection(id, { marker, found, saving });
  const laidOut = useLaidOut(plan.isLoading || found.waiting);
  if (marker === null || profile === null || !laidOut) return <SkeletonRows />;
  const { options } = marker;
  const loop: Section = {
    id: "loop",
    title: "Loop",
    lead: "Defaults for this project. The start dialog can override each for one run.",
    body: <LoopOptions id={id} options={options} saving={saving} />,
  };
  const agent: Section = {
    id: "agent",
    title: "Agent",
    lead: "What runs the items that name nothing else.",
    body: <AgentOptions id={id} options={options} saving={saving} />,
  };
  const remove: Section = {
    id: "remove",
    title: "Remove",
    lead: "Takes out what the installation made, and nothing else.",
    body: <RemoveTool id={id} />,
  };
  return <Sections sections={[profile, files, loop, agent, remove]} />;
}

interface ProfileFacts {
  readonly marker: Marker | null;
  readonly found: Detected;
  readonly saving: Saving;
}

function profileSection(id: string, { marker, found, saving }: ProfileFacts): Section | null {
  if (marker === null) return null;
  const { profile } = marker;
  const all = found.detected === null ? [] : compareProfiles(profile, found.detected);
  const shown = found.kept ? [] : all;
  const stackToo = all.some(({ key }) => !isCommand(key));
  return {
    id: "profile",
    title: "Profile",
    count: shown.length === 0 ? undefined : String(shown.length),
    lead: profileWords(found.detected === null, all.length, stackToo),
    action: (
      <Button icon={RefreshCw} onClick={found.again}>
        Detect again
      </Button>
    ),
    body: <ProfileTable id={id} profile={profile} found={found} differences={shown} saving={saving} />,
  };
}

interface FilesFacts {
  readonly marker: Marker | null;
  readonly plan: UseQueryResult<Reply<"GET /api/projects/:id/update">, ApiError>;
  readonly saving: Saving;
}

function useFilesSection(id: string, { marker, plan, saving }: FilesFacts): Section {
  const { count, busy, run } = useUpdate(id, plan.data);
  const action = (
    <Button icon={Download} disabled={busy && "Under way"} onClick={() => void run()}>
      {`Update ${count === 1 ? "1 file" : `${count} files`}`}
    </Button>
  );
  const waiting =
    plan.error === null ? <SkeletonRows /> : <Notice tone="danger">{plan.error.message}</Notice>;
  return {
    id: "files",
    title: "Installed files",
    count: count === 0 ? undefined : String(count),
    lead: plan.data && filesWords(plan.data, count),
    action: count > 0 && action,
    body:
      plan.data === undefined || marker === null ? (
        waiting
      ) : (
        <FileTable id={id} plan={plan.data} options={marker.options} saving={saving} />
      ),
  };
}

const isCommand = (key: string): boolean => !["stack", "packageManager", "monorepo"].includes(key);

function profileWords(waiting: boolean, count: number, stackToo: boolean): string {
  const what = "The stack and the commands that verify an item.";
  if (waiting) return what;
  if (count === 0) return `${what} Detected a moment ago: nothing differs from what is stored.`;
  const noun = stackToo ? "field" : "command";
  return `${what} Detected a moment ago: ${count === 1 ? `1 ${noun} differs` : `${count} ${noun}s differ`} from what is stored.`;
}
