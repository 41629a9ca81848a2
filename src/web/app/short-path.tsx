/** `~/code` for a path below a home, as people write it. */
export function shortPath(path: string): string {
  return path.replace(/^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root)(?=\/|$)/, "~");
}
