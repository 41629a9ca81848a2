import { RECENT_TOOLS } from "#contracts/limits";

export interface ToolCall {
  readonly name: string;
  readonly sinceMs: number;
}

/** Which tools a session has in flight, and which it used last. */
export interface ToolCalls {
  start(id: string | null, name: string, nowMs: number): void;
  /** The name it was started under. */
  end(id: string | null, name: string | null): string;
  readonly current: ToolCall | null;
  /** Oldest first. */
  readonly recent: readonly string[];
}

export function createToolCalls(): ToolCalls {
  const open = new Map<string, ToolCall>();
  const recent: string[] = [];
  return {
    start(id, name, nowMs) {
      open.set(id ?? name, { name, sinceMs: nowMs });
      recent.push(name);
      if (recent.length > RECENT_TOOLS) recent.shift();
    },
    end(id, name) {
      const key = id ?? name ?? "";
      const known = open.get(key);
      open.delete(key);
      return name ?? known?.name ?? key;
    },
    get current() {
      return [...open.values()].at(-1) ?? null;
    },
    recent,
  };
}
