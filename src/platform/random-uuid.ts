import { closeSync, openSync, readSync } from "node:fs";
import { builtin } from "#platform/builtin";

/** Of 32 names. */
const POOL_BYTES = 512;
const UUID_BYTES = 16;

let pool: Buffer = Buffer.alloc(0);

/** As Node's own, from the system's random bytes: loading the module for it takes longer than changing an item. */
export function randomUuid(): string {
  if (pool.length === 0) pool = systemBytes(POOL_BYTES) ?? pool;
  if (pool.length === 0) return builtin.crypto().randomUUID();
  const bytes = pool.subarray(0, UUID_BYTES);
  pool = pool.subarray(UUID_BYTES);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Null where the system has no such file, or no descriptor left. */
function systemBytes(count: number): Buffer | null {
  let fd: number | null = null;
  try {
    fd = openSync("/dev/urandom", "r");
    const bytes = Buffer.alloc(count);
    return readSync(fd, bytes) === count ? bytes : null;
  } catch {
    return null;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}
