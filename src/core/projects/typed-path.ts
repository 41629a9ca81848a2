import { tildePath } from "#core/projects/absolute-path";
import { shellWord } from "#core/text/shell-word";

/** A path as it may be typed anywhere: with the tilde, unless it has to be quoted, since within quotes that is no home. */
export function typedPath(path: string, home: string): string {
  const short = tildePath(path, home);
  return shellWord(short) === short ? short : shellWord(path);
}
