import * as z from "zod";
import { AGENT_IDS } from "#contracts/agent-ids";
import type { Data } from "#contracts/schema/fields";

/** One agent; available means found on PATH, never tried out. */
export const agentInfoSchema = z.object({
  id: z.enum(AGENT_IDS),
  displayName: z.string(),
  binaryName: z.string().optional(),
  available: z.boolean(),
  detail: z.string().optional(),
});
export type AgentInfo = Data<typeof agentInfoSchema>;

/** What `agents --json` prints. */
export const agentListSchema = z.object({ agents: z.array(agentInfoSchema) });
export type AgentList = Data<typeof agentListSchema>;
