/** What stands on a terminal after a text was written to it: lines, cursor up, carriage return, erase below; SGR and modes are of no account. */
export function terminalScreen(written: string): string {
  const rows: string[] = [""];
  let row = 0;
  let column = 0;
  // oxlint-disable-next-line no-control-regex -- they are what is to be understood
  for (const token of written.match(/\u001b\[[?]?[\d;]*[A-Za-z]|\r|\n|[^\u001b\r\n]+/g) ?? []) {
    if (token === "\r") column = 0;
    else if (token === "\n") {
      row += 1;
      column = 0;
      rows[row] ??= "";
    } else if (token.endsWith("A") && token.startsWith("\u001b[")) {
      row = Math.max(0, row - Number(token.slice(2, -1)));
    } else if (token === "\u001b[J") {
      rows[row] = (rows[row] ?? "").slice(0, column);
      rows.length = row + 1;
    } else if (!token.startsWith("\u001b")) {
      rows[row] = (rows[row] ?? "").slice(0, column).padEnd(column) + token;
      column += token.length;
    }
  }
  return rows.map((line) => line.trimEnd()).join("\n");
}
