/** `1 item`, `2 items`, `1,204 items`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${wholeNumber(n)} ${n === 1 ? one : many}`;
}

/** `1,204`. */
export function wholeNumber(n: number): string {
  return String(Math.trunc(n)).replace(/\B(?=(\d{3})+$)/g, ",");
}
