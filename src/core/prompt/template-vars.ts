import { describeStack } from "#core/profile/describe-stack";
import {
  COMMIT_PREFIX,
  FILES,
  INSTRUCTION_FILE,
  REVIEW_FILE,
  SIGNALS,
  STATE_DIR,
  TOOL_NAME,
} from "#contracts/names";
import type { TemplateVariable } from "#contracts/project-rules";
import type { ProjectProfile } from "#contracts/schema/profile";

export interface TemplateFacts {
  readonly projectName: string;
  readonly projectDescription: string;
  readonly profile: ProjectProfile;
  /** New projects only: the text that they grow from. */
  readonly requirements?: string;
}

/** The names that our own templates use, so that a renamed tool renames its prompts. */
const NAMES = {
  toolName: TOOL_NAME,
  stateDir: STATE_DIR,
  instructionFile: `${STATE_DIR}/${INSTRUCTION_FILE}`,
  reviewFile: `${STATE_DIR}/${REVIEW_FILE}`,
  backlogFile: `${STATE_DIR}/${FILES.backlog}`,
  progressFile: `${STATE_DIR}/${FILES.progress}`,
  commitPrefix: COMMIT_PREFIX,
  signalDone: SIGNALS.done,
  signalBlocked: SIGNALS.blocked,
  signalNeedsHuman: SIGNALS.needsHuman,
  signalReview: SIGNALS.review,
} as const;

const NONE = "none";
const NO_VERIFY = "the project's own verification";

/** Every variable of template files (spec: Other records) and the tool's own names. */
export function templateVars(facts: TemplateFacts): Record<TemplateVariable | keyof typeof NAMES, string> {
  const { commands, verify } = facts.profile;
  return {
    ...NAMES,
    projectName: facts.projectName,
    projectDescription: facts.projectDescription,
    testCommand: commands.test ?? NONE,
    typecheckCommand: commands.typecheck ?? NONE,
    lintCommand: commands.lint ?? NONE,
    buildCommand: commands.build ?? NONE,
    formatCommand: commands.format ?? NONE,
    verifyCommand: verify === "" ? NO_VERIFY : verify,
    stackDescription: describeStack(facts.profile),
    requirements: facts.requirements ?? "",
  };
}
