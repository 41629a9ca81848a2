/** `1 item`, `4 items`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${many}`;
}

/** `012`, `012 and 015`, `012, 015 and 9 more`. */
export function listedIds(ids: readonly string[], most = 3): string {
  const shown = ids.length > most ? ids.slice(0, most) : ids.slice(0, -1);
  const last = ids.length > most ? `${ids.length - most} more` : (ids.at(-1) ?? "");
  return shown.length === 0 ? last : `${shown.join(", ")} and ${last}`;
}
