import { Check } from "lucide-react";
import { useState } from "react";
import { DEFAULT_AGENT_ID } from "#contracts/agent-ids";
import type { AgentInfo } from "#contracts/schema/agent-info";
import type { ResolvedToolConfig } from "#contracts/schema/config";
import { useGet, useSend } from "#web/api/queries";
import { RadioMark } from "#web/forms/radio-mark";
import type { Saving } from "#web/forms/saved-field";
import { GenericAgentDialog } from "#web/pages/settings/generic-agent-dialog";
import { Button } from "#web/ui/button";
import { Icon } from "#web/ui/icon";
import { Notice } from "#web/ui/notice";
import { SkeletonRows } from "#web/ui/skeleton";

interface AgentTableProps {
  readonly config: ResolvedToolConfig;
  readonly saving: Saving;
}

/** The agents, which are here, and which is the default. */
export function AgentTable({ config, saving }: AgentTableProps) {
  const agents = useGet("GET /api/agents", {}).data?.agents;
  const { mutateAsync } = useSend("PUT /api/config");
  const [configuring, setConfiguring] = useState(false);
  const chosen = config.defaultProvider ?? DEFAULT_AGENT_ID;
  if (agents === undefined) return <SkeletonRows rows={7} />;
  const missing = agents.find(({ id, available }) => id === chosen && !available);
  const choose = (id: string) => void saving(mutateAsync({ body: { defaultProvider: id } }));
  return (
    <>
      <div className="box">
        <table className="ag agents">
          <thead>
            <tr>
              <th>Default</th>
              <th>Agent</th>
              <th>Here</th>
              <th>Detail</th>
            </tr>
          </thead>
          <tbody>
            {agents.map((agent) => (
              <AgentRow
                key={agent.id}
                agent={agent}
                on={agent.id === chosen}
                onChoose={() => choose(agent.id)}
                onConfigure={agent.id === "generic-cli" ? () => setConfiguring(true) : undefined}
              />
            ))}
          </tbody>
        </table>
      </div>
      {missing !== undefined && (
        <Notice tone="warning">
          {`${missing.id} is the default and is not here: a run whose items name no other agent is refused until it is.`}
        </Notice>
      )}
      {configuring && (
        <GenericAgentDialog config={config} saving={saving} onClose={() => setConfiguring(false)} />
      )}
    </>
  );
}

interface AgentRowProps {
  readonly agent: AgentInfo;
  readonly on: boolean;
  readonly onChoose: () => void;
  readonly onConfigure: (() => void) | undefined;
}

function AgentRow({ agent, on, onChoose, onConfigure }: AgentRowProps) {
  const { id, displayName, available, detail } = agent;
  return (
    <tr>
      <td>
        <button
          type="button"
          role="radio"
          aria-checked={on}
          aria-label={`${id} is the default`}
          className="radio"
          onClick={onChoose}
        >
          <RadioMark on={on} />
        </button>
      </td>
      <td className={available ? undefined : "faint"} title={displayName}>
        {id}
      </td>
      <td>
        {available ? (
          <span className="here">
            <Icon of={Check} small />
            Available
          </span>
        ) : (
          <span className="faint">{id === "generic-cli" ? "Not configured" : "Not found"}</span>
        )}
      </td>
      <td className="faint">
        {onConfigure !== undefined && (
          <Button size="sm" onClick={onConfigure}>
            Configure
          </Button>
        )}{" "}
        {(onConfigure === undefined || available) && <code>{detail ?? ""}</code>}
      </td>
    </tr>
  );
}
