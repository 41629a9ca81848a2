import { DEFAULT_AGENT_ID } from "#contracts/agent-ids";
import type { Ports } from "#engine/ports";
import { readClaudeUsage } from "#platform/claude-usage";
import type { GitStarter } from "#platform/git/git-starter";
import { homeFolder } from "#platform/home-folder";
import { createLazyGit } from "#platform/lazy-git";
import { createMachine } from "#platform/machine";
import { createNodeFiles } from "#platform/node-files";
import { createNodeProcesses } from "#platform/node-processes";
import { createSystemClock } from "#platform/system-clock";
import { createTemplateReader } from "#platform/template-reader";

/** Everything the engine needs of this machine. */
export function createNodePorts(early: GitStarter | null = null): Ports {
  return {
    files: createNodeFiles(),
    clock: createSystemClock(),
    machine: createMachine(),
    processes: createNodeProcesses(),
    git: createLazyGit(early),
    usage: async (agentId) =>
      agentId === DEFAULT_AGENT_ID ? readClaudeUsage(homeFolder(), process.env) : null,
    template: createTemplateReader(),
  };
}
