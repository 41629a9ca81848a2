import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface ScratchRepository {
  /** Absolute, without links. */
  readonly path: string;
  /** Runs git and gives what it printed; throws where git fails. */
  readonly git: (...args: string[]) => string;
  /** Null removes the file. */
  readonly put: (files: Readonly<Record<string, string | null>>) => void;
  readonly text: (file: string) => string | null;
  /** Runs at its occasion; the body is sh. */
  readonly hook: (name: string, body: string) => void;
  readonly dispose: () => void;
}

/** A real repository in a folder of its own, on branch main, with one commit of the given files; null: without a commit. */
export function scratchRepository(
  files: Readonly<Record<string, string>> | null = { "a.txt": "a\n" },
): ScratchRepository {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "repo-")));
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: path, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const put = (contents: Readonly<Record<string, string | null>>): void => {
    for (const [name, content] of Object.entries(contents)) {
      const file = join(path, name);
      if (content === null) rmSync(file);
      else {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
    }
  };
  git("init", "-q", "-b", "main");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.org");
  if (files !== null) {
    put(files);
    git("add", "-A");
    git("commit", "-q", "--allow-empty", "-m", "Start");
  }
  return {
    path,
    git,
    put,
    text: (file) => (existsSync(join(path, file)) ? readFileSync(join(path, file), "utf8") : null),
    hook(name, body) {
      const file = join(path, ".git/hooks", name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `#!/bin/sh\n${body}\n`);
      chmodSync(file, 0o755);
    },
    dispose: () => rmSync(path, { recursive: true, force: true }),
  };
}
