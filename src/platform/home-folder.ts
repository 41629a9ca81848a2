import { userInfo } from "node:os";

/** HOME, or where it isn't set or is empty what the system has on this user: an empty one must not mean the top folder. */
export function homeFolder(): string {
  const set = process.env["HOME"];
  if (set !== undefined && set !== "") return set;
  try {
    return userInfo().homedir || "/";
  } catch {
    return "/";
  }
}
