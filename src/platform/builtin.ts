/** Modules of Node's that take milliseconds to load: had when they are first needed, since most commands never are. */
export const builtin = {
  childProcess: () => process.getBuiltinModule("node:child_process"),
  crypto: () => process.getBuiltinModule("node:crypto"),
  tty: () => process.getBuiltinModule("node:tty"),
};
