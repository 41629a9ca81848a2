/** What `version`, `--version` and `-V` print, or null when the line asks for something else. */
export function answerVersion(argv: readonly string[], version: string): string | null {
  const [first, second] = argv;
  if (first !== "version" && first !== "--version" && first !== "-V") return null;
  if (argv.length === 1) return `${version}\n`;
  return argv.length === 2 && second === "--json" ? `${JSON.stringify({ version })}\n` : null;
}
