/** The start of a text as a text of its own: a mere slice would keep all of the other in memory. */
export function copyStart(text: string, chars: number): string {
  return text.length <= chars ? text : text.slice(0, chars).split("").join("");
}
