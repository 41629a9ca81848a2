import { templateNames } from "#core/install/artifact-paths";
import type { Ports } from "#engine/ports";

/** The texts of `templateNames`. */
export async function readTemplates(ports: Ports): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const name of templateNames) texts[name] = await ports.template(name);
  return texts;
}
