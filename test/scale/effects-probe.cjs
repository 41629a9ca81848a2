// Preloaded into the tool: writes to SCALE_FILE, at its exit, every program that it started and every byte that it read
// and wrote, in their order. What git and the agents do is not seen here.
const fs = require("node:fs");
const childProcess = require("node:child_process");

const effects = [];
const names = new Map();
/** Temporary names bear the process and a random number. */
const nameOf = (path) =>
  String(path)
    .replace(/^.*\//, "")
    .replace(/\.\d+-[0-9a-f]{8}\.tmp$/, "");

const wrap = (holder, name, around) => {
  const original = holder[name];
  holder[name] = function (...args) {
    return around(() => Reflect.apply(original, this, args), args);
  };
};

wrap(fs, "openSync", (call, [path]) => {
  const fd = call();
  names.set(fd, nameOf(path));
  return fd;
});
wrap(fs, "writeSync", (call, [fd]) => {
  const bytes = call();
  effects.push({ kind: "write", name: names.get(fd) ?? `fd ${fd}`, bytes });
  return bytes;
});
wrap(fs, "readSync", (call, [fd]) => {
  const bytes = call();
  effects.push({ kind: "read", name: names.get(fd) ?? `fd ${fd}`, bytes });
  return bytes;
});
for (const name of [
  "writeFileSync",
  "appendFileSync",
  "copyFileSync",
  "writeFile",
  "appendFile",
  "copyFile",
]) {
  wrap(fs, name, (call, [path]) => {
    effects.push({ kind: "write", name: `${name} ${nameOf(path)}`, bytes: 0 });
    return call();
  });
}
wrap(childProcess.ChildProcess.prototype, "spawn", (call, [{ file }]) => {
  effects.push({ kind: "spawn", name: nameOf(file), bytes: 0 });
  return call();
});
wrap(childProcess, "spawnSync", (call, [file]) => {
  effects.push({ kind: "spawn", name: nameOf(file), bytes: 0 });
  return call();
});

const { writeFileSync } = fs;
process.on("exit", () => {
  const text = JSON.stringify(effects);
  writeFileSync(process.env.SCALE_FILE, text);
});
