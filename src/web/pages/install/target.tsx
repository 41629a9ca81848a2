import { isProjectId } from "#core/projects/project-id";
import { shortPath } from "#web/app/short-path";

/** The project that a typed folder would be; an error says why it can be none. */
export type Target = { readonly id: string } | { readonly error: string };

/** A folder as people type it (a name, a path from the root, `~`, absolute) as the id of a project; only folders directly below the root can be one. */
export function targetOf(typed: string, root: string): Target {
  const path = typed.trim().replace(/\/+$/, "");
  if (path === "") return { error: "Type the folder's name." };
  const base = root.replace(/\/+$/, "");
  const inside = [base, shortPath(base)].find((prefix) => path.startsWith(`${prefix}/`));
  const id = (inside === undefined ? path : path.slice(inside.length + 1)).replace(/^(?:\.\/)+/, "");
  return isProjectId(id) ? { id } : { error: `Only folders directly below ${shortPath(base)} are projects.` };
}
