import { TEMPLATE } from "#core/install/artifact-paths";
import { BLOCK_MARKERS } from "#core/install/managed-block";
import { findRegion } from "#core/install/marked-region";
import { render } from "#core/prompt/template";
import { templateVars, type TemplateFacts } from "#core/prompt/template-vars";

/** What this version of the tool writes, for one project. */
export interface ArtifactTexts {
  /** The whole instruction file as a new one, and the body of the block in it. */
  readonly instruction: string;
  readonly instructionBlock: string;
  readonly review: string;
  readonly progress: string;
  readonly schema: string;
  /** The body of the block in AGENTS.md and CLAUDE.md. */
  readonly block: string;
}

/** Texts of `templateNames` become those of the artifacts; what no value fills leaves no gap in a whole file. */
export function renderArtifacts(
  templates: Readonly<Record<string, string>>,
  facts: TemplateFacts,
): ArtifactTexts {
  const vars = templateVars(facts);
  const template = (name: string): string => templates[name] ?? "";
  const instruction = render(template(TEMPLATE.instruction), vars);
  const block = findRegion(instruction, BLOCK_MARKERS);
  const ofBlock = block.kind === "present" ? block : { body: instruction, end: instruction.length };
  return {
    instruction:
      instruction.slice(0, ofBlock.end) + instruction.slice(ofBlock.end).replace(/\n{3,}/g, "\n\n"),
    instructionBlock: ofBlock.body,
    review: render(template(TEMPLATE.review), vars),
    progress: render(template(TEMPLATE.progress), vars),
    schema: template(TEMPLATE.schema),
    block: render(template(TEMPLATE.block), vars),
  };
}
