import { STATE_DIR } from "#contracts/names";

/** Whether a path of the work tree ("/" separated) lies in a state directory: the tool's own, and no work of an item. */
export const isOwnPath = (path: string): boolean => path.split("/").includes(STATE_DIR);
