import type { AgentRecord } from "#core/agents/agent-record";

/** A longer line of text is no signal, and is let go. */
const HELD_CHARS = 1024 * 1024;

/** A text that comes in pieces, cut anywhere: its whole lines as soon as they are there, the last one with the end of its block. */
export interface TextPieces {
  piece(text: string): AgentRecord[];
  /** Of the block: what follows begins a line. */
  end(): AgentRecord[];
}

export function createTextPieces(): TextPieces {
  let held = "";
  let tooLong = false;

  const hold = (text: string): void => {
    tooLong ||= held.length + text.length > HELD_CHARS;
    held = tooLong ? "" : held + text;
  };
  const release = (): AgentRecord[] => {
    const records: AgentRecord[] = tooLong ? [] : [{ type: "text", text: held }];
    held = "";
    tooLong = false;
    return records;
  };

  return {
    piece(text) {
      const first = text.indexOf("\n");
      if (first < 0) {
        hold(text);
        return [];
      }
      const last = text.lastIndexOf("\n");
      hold(text.slice(0, first));
      const records = release();
      // A record ends its last line by itself: only the newlines between lines stay.
      if (last > first) records.push({ type: "text", text: text.slice(first + 1, last) });
      hold(text.slice(last + 1));
      return records;
    },
    end: () => (held === "" && !tooLong ? [] : release()),
  };
}
