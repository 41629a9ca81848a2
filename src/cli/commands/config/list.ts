import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { record } from "#cli/render/record";
import { tildePath } from "#core/projects/absolute-path";
import { EXIT } from "#contracts/exit-codes";
import { readResolvedConfig } from "#engine/operations/service/read-config";

export async function run(context: CommandContext): Promise<number> {
  const { host, pen } = context;
  const config = await readResolvedConfig(await host.connect());
  const { rootDirectory, port, theme, defaultProvider } = config;
  if (context.json) context.data(config);
  else {
    const root = rootDirectory === undefined ? "not set" : tildePath(rootDirectory, host.homeDir);
    context.say(
      record(pen, [
        ["rootDirectory", clean(root)],
        ["port", String(port)],
        ["theme", theme],
        ["defaultProvider", defaultProvider === undefined ? null : clean(defaultProvider)],
      ]),
    );
  }
  return EXIT.ok;
}
