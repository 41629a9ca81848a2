import { configKey, missing } from "#cli/commands/config/config-key";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { message } from "#cli/render/message";
import { absolutePath, tildePath } from "#core/projects/absolute-path";
import type { ConfigPatch } from "#core/projects/merge-config";
import { EXIT } from "#contracts/exit-codes";
import type { ConfigKey, Theme } from "#contracts/project-rules";
import { changeConfig } from "#engine/operations/service/change-config";

export async function run(context: CommandContext): Promise<number> {
  const { host } = context;
  const [word, value] = context.args;
  const key = configKey(word, "set");
  if (value === undefined) throw missing("set");
  const ports = await host.connect();
  const config = await changeConfig(ports, patchOf(key, value), host.cwd);
  const root = config.rootDirectory;
  if (key === "rootDirectory" && root !== undefined && (await ports.files.stat(root)) === null) {
    context.warn({
      sentence: `There is no folder ${tildePath(absolutePath(host.cwd, root), host.homeDir)} yet.`,
    });
  }
  if (context.json) context.data(config);
  else {
    const shown = key === "rootDirectory" ? tildePath(root ?? "", host.homeDir) : String(config[key]);
    context.say(message(context.pen, { glyph: "done", head: `Set ${key}`, title: clean(shown) }));
  }
  return EXIT.ok;
}

/** As typed: what can't be is refused where it is merged. */
function patchOf(key: ConfigKey, value: string): ConfigPatch {
  switch (key) {
    case "port":
      return { port: (/^\d+$/.test(value) ? Number(value) : value) as number };
    case "theme":
      return { theme: value as Theme };
    case "rootDirectory":
      return { rootDirectory: value };
  }
}
