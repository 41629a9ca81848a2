import { composeBacklog } from "#core/init/compose-backlog";
import type { SeedItem } from "#core/init/parse-json-seed";
import { stackSkeleton } from "#core/init/stack-skeleton";
import { ARTIFACT } from "#core/install/artifact-paths";
import { detectProfile } from "#core/profile/detect-profile";
import { applyOverrides, type CommandOverrides } from "#core/profile/verify-command";
import { ToolError } from "#contracts/error";
import type { StackPreset } from "#contracts/project-rules";

export interface InitInput {
  readonly name: string;
  readonly description: string;
  readonly stack: StackPreset;
  readonly overrides: CommandOverrides;
  readonly items: readonly SeedItem[];
}

export interface InitPlan {
  /** Whole texts by path relative to the project, in the order to be written; what is there already is kept. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly itemCount: number;
}

/** What a new project holds before the installation: the stack's skeleton and the seeded backlog, which an installation finds and keeps. */
export function planInit(input: InitInput): InitPlan {
  const name = checkName(input.name);
  const skeleton = stackSkeleton(input.stack, { ...input, name });
  const detected = detectProfile({ files: skeleton, entries: Object.keys(skeleton) });
  const { verify } = applyOverrides(detected.profile, input.overrides);
  const { description, items } = input;
  const backlog = composeBacklog({ project: name, description, items, verify });
  const seeded = { path: ARTIFACT.backlog, text: `${JSON.stringify(backlog, null, 2)}\n` };
  const files = Object.entries(skeleton).map(([path, text]) => ({ path, text }));
  return { files: [...files, seeded], itemCount: items.length };
}

function checkName(given: string): string {
  const name = given.trim();
  if (name !== "" && !/[\p{Cc}\u2028\u2029]/u.test(name)) return name;
  throw new ToolError("VALIDATION_ERROR", "A project's name is one line of text.", {
    details: { field: "name", value: given },
    reason: "Nothing was written.",
  });
}
