/** Keys of ProfileCommands, in the order of the composite verify command. */
export const COMMAND_NAMES = ["test", "typecheck", "lint", "build", "format"] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

/** Joins the commands that are there into `verify`. */
export const VERIFY_SEPARATOR = " && ";

/** Stacks that detection can name; a profile may say any other. */
export const STACKS = ["node-typescript", "node-javascript", "python", "go", "rust", "unknown"] as const;

/** What `init --stack` takes. */
export const STACK_PRESETS = [
  "node-typescript",
  "node-javascript",
  "python",
  "go",
  "rust",
  "custom",
] as const;
export type StackPreset = (typeof STACK_PRESETS)[number];

/** Package managers of a node project. */
export const PACKAGE_MANAGERS = ["pnpm", "npm", "yarn", "bun"] as const;
export type PackageManager = (typeof PACKAGE_MANAGERS)[number];

/** Keys that `profile set` takes. */
export const PROFILE_KEYS = [...COMMAND_NAMES, "stack", "packageManager", "monorepo"] as const;
export type ProfileKey = (typeof PROFILE_KEYS)[number];

/** `shell` is legacy and runs all the same. */
export const RUNTIMES = ["shell", "global"] as const;
export type Runtime = (typeof RUNTIMES)[number];

/** What an installation did to a file. */
export const INSTALL_ACTIONS = ["created", "updated", "skipped", "merged", "rendered"] as const;
export type InstallActionName = (typeof INSTALL_ACTIONS)[number];

export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

/** Keys that `config get` and `config set` take. */
export const CONFIG_KEYS = ["rootDirectory", "port", "theme"] as const;
export type ConfigKey = (typeof CONFIG_KEYS)[number];

/** Variables of template files (spec: Other records); requirements is there for new projects only. */
export const TEMPLATE_VARIABLES = [
  "projectName",
  "projectDescription",
  "testCommand",
  "typecheckCommand",
  "lintCommand",
  "buildCommand",
  "formatCommand",
  "verifyCommand",
  "stackDescription",
  "requirements",
] as const;
export type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number];
