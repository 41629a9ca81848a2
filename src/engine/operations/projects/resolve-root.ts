import { absolutePath } from "#core/projects/absolute-path";
import { resolveRoot, type RootChoice } from "#core/projects/resolve-root";
import type { Ports } from "#engine/ports";
import { readConfig } from "#engine/stores/config-store";

/** Where a line or a server looks for its root directory; null or empty: not named there. */
export interface RootRequest {
  readonly cwd: string;
  readonly flag: string | null;
  readonly env: string | null;
}

/** The root directory as an absolute path, and what named it; whether it is there is not asked. */
export async function resolveRootFolder(ports: Ports, request: RootRequest): Promise<RootChoice> {
  const { cwd, flag, env } = request;
  const named = resolveRoot({ cwd, flag, env, config: null });
  const choice =
    named.source === "cwd"
      ? resolveRoot({ cwd, flag, env, config: (await readConfig(ports))?.rootDirectory ?? null })
      : named;
  return { ...choice, path: absolutePath(cwd, choice.path) };
}
