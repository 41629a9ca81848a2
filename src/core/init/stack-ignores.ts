import type { StackPreset } from "#contracts/project-rules";

const ANYWHERE = [".env", ".DS_Store"] as const;

/** What git should not keep of a project of the stack. */
export const STACK_IGNORES: Readonly<Record<StackPreset, readonly string[]>> = {
  "node-typescript": ["node_modules/", "dist/", "coverage/", "*.tsbuildinfo", ...ANYWHERE],
  "node-javascript": ["node_modules/", "dist/", "coverage/", ...ANYWHERE],
  python: [
    "__pycache__/",
    "*.py[cod]",
    ".venv/",
    "*.egg-info/",
    "build/",
    "dist/",
    ".pytest_cache/",
    ".ruff_cache/",
    ".mypy_cache/",
    ".coverage",
    ...ANYWHERE,
  ],
  go: ["bin/", "*.test", "*.out", ...ANYWHERE],
  rust: ["target/", ...ANYWHERE],
  custom: [...ANYWHERE],
};
