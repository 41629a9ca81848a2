import type { MarkerOptions } from "#contracts/schema/marker";
import type { Preflight } from "#contracts/schema/routes/project-routes";
import { choicesOf, type CommandChoices } from "#web/forms/command-rows";
import { readNumber } from "#web/forms/number-text";

/** Everything of the wizard that was typed or found, by step. */
export interface InstallDraft {
  readonly at: number;
  readonly reached: number;
  /** As typed. */
  readonly folder: string;
  readonly found: Found | null;
  readonly stack: string;
  readonly packageManager: string;
  readonly monorepo: boolean;
  readonly commands: CommandChoices;
  readonly options: OptionTexts;
}

export interface Found {
  readonly id: string;
  readonly preflight: Preflight;
}

/** "": not chosen, the default holds. */
export interface OptionTexts {
  readonly projectName: string;
  readonly provider: string;
  readonly model: string;
  readonly maxIterations: string;
  readonly sessionTimeout: string;
  readonly autoSweep: boolean;
  readonly gitignoreScripts: boolean;
  readonly sleepOnLimit: boolean;
}

const NO_COMMANDS = { test: null, typecheck: null, lint: null, build: null, format: null };

export function freshDraft(folder: string): InstallDraft {
  return {
    at: 0,
    reached: 0,
    folder,
    found: null,
    stack: "",
    packageManager: "",
    monorepo: false,
    commands: choicesOf(NO_COMMANDS),
    options: {
      projectName: "",
      provider: "",
      model: "",
      maxIterations: "",
      sessionTimeout: "",
      autoSweep: false,
      gitignoreScripts: false,
      sleepOnLimit: true,
    },
  };
}

/** The fields as detection fills them. */
export function fieldsOf(found: Found): Partial<InstallDraft> {
  const { stack, packageManager, monorepo, commands } = found.preflight.profile;
  return { found, stack, packageManager: packageManager ?? "", monorepo, commands: choicesOf(commands) };
}

/** What is wrong with the numbers, by field. */
export function optionFaults(texts: OptionTexts): {
  readonly maxIterations?: string;
  readonly sessionTimeout?: string;
} {
  const { maxIterations, sessionTimeout } = numbersOf(texts);
  return {
    ...(typeof maxIterations === "string" && { maxIterations }),
    ...(typeof sessionTimeout === "string" && { sessionTimeout }),
  };
}

/** Chosen ones only: a default is applied on reading. */
export function optionsOf(texts: OptionTexts): MarkerOptions {
  const { maxIterations, sessionTimeout } = numbersOf(texts);
  return {
    ...(texts.provider !== "" && { provider: texts.provider }),
    ...(texts.model.trim() !== "" && { model: texts.model.trim() }),
    ...(typeof maxIterations === "number" && { maxIterations }),
    ...(typeof sessionTimeout === "number" && { sessionTimeout }),
    ...(texts.autoSweep && { autoSweep: true }),
    ...(texts.gitignoreScripts && { gitignoreScripts: true }),
    ...(!texts.sleepOnLimit && { sleepOnLimit: false }),
  };
}

function numbersOf({ maxIterations, sessionTimeout }: OptionTexts) {
  return {
    maxIterations: readNumber(maxIterations, { name: "Iterations", least: 1 }),
    sessionTimeout: readNumber(sessionTimeout, { name: "The timeout", least: 0.01, fraction: true }),
  };
}
