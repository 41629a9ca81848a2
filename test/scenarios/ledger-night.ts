import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { AgentSession } from "../fakes/agent-script.ts";
import { LEDGER_ITEMS } from "../fakes/ledger-api.ts";
import type { Step } from "./night.ts";
import { watchedNight, type WatchedNight, type WatchedOptions } from "./watched-night.ts";

/** The night that the screens tell of, from 23:04:11 on, with a scripted claude. */

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
/** From the start of the night to 23:35:31. */
export const LOOK = 31 * MINUTE + 20 * SECOND;

const CLAUDE = { provider: "claude-cli", model: "opus", providerConfig: { binary: "/bin/agent" } };

const print = (session: AgentSession, event: object): void => session.print(JSON.stringify(event));
const assistant = (session: AgentSession, content: object): void =>
  print(session, { type: "assistant", message: { content: [content] } });

/** Runs a tool for so long. */
const uses = async (session: AgentSession, name: string, ms: number): Promise<void> => {
  const id = `${name}${session.process.pid}`;
  assistant(session, { type: "tool_use", id, name });
  await session.sleep(ms);
  print(session, { type: "user", message: { content: [{ type: "tool_result", tool_use_id: id }] } });
};

/** Works for so long, never silent for more than two minutes, and ends with that text. */
export const after =
  (ms: number, text: string): Step =>
  async (session, world) => {
    for (let left = ms; left > 0; left -= 2 * MINUTE) {
      print(session, { type: "system" });
      await session.sleep(Math.min(left, 2 * MINUTE));
    }
    if (text === "TOOL_DONE") await world.write(`work-${session.request.env["TOOL_ITEM_ID"]}.txt`, "x");
    assistant(session, { type: "text", text });
    const usage = { input_tokens: 41_200, output_tokens: 3100 };
    print(session, { type: "result", is_error: false, result: text, usage });
  };

/** At a usage limit that ends at that time. */
export const limited =
  (ms: number, resetsAtMs: number, rateLimitType = "five_hour"): Step =>
  async (session) => {
    await session.sleep(ms);
    const info = { status: "rejected", resetsAt: resetsAtMs / 1000, rateLimitType };
    print(session, { type: "rate_limit_event", rate_limit_info: info });
    print(session, { type: "result", is_error: true, result: "You've hit your session limit" });
    return 1;
  };

/** Writes something, then is busy for an hour. */
export const long: Step = async (session, world) => {
  await world.write("half.txt", "half");
  print(session, { type: "system" });
  await session.sleep(60 * MINUTE);
};

/** 006, its second attempt: after three minutes 22 tools are through, and one is running. */
const busy: Step = async (session, world) => {
  await session.sleep(5 * SECOND);
  await uses(session, "Read", 100);
  await session.sleep(SECOND);
  await uses(session, "Edit", 200);
  for (let i = 0; i < 19; i += 1) await uses(session, "Grep", SECOND);
  await uses(session, "Bash", 14 * SECOND);
  const usage = { input_tokens: 41_200, output_tokens: 1 };
  print(session, { type: "stream_event", event: { type: "message_start", message: { usage } } });
  print(session, { type: "stream_event", event: { type: "message_delta", usage: { output_tokens: 3100 } } });
  await session.sleep(138.7 * SECOND);
  await uses(session, "Bash", 5 * MINUTE + 14 * SECOND);
  return after(0, "TOOL_DONE")(session, world);
};

const STEPS: Readonly<Record<string, readonly Step[]>> = {
  "001": [after(134 * SECOND, "TOOL_DONE")],
  "002": [after(302 * SECOND, "TOOL_DONE")],
  "003": [after(400 * SECOND, "I stopped."), after(308 * SECOND, "TOOL_DONE")],
  "004": [
    after(145 * SECOND, "Keep exported files for 30 or 90 days? The spec says both.\n\nTOOL_NEEDS_HUMAN"),
  ],
  "005": [after(123 * SECOND, "TOOL_BLOCKED:needs NPM_TOKEN; there are no credentials in this environment")],
  "006": [after(276 * SECOND, "I stopped."), busy],
  "008": [after(1865 * SECOND, "TOOL_DONE")],
};

const toDo = ({ id, type, priority, title, dependsOn }: BacklogItem): BacklogItem => ({
  id,
  type,
  priority,
  title,
  description: "",
  acceptanceCriteria: ["It works"],
  status: "pending",
  completedAt: null,
  ...(dependsOn && { dependsOn }),
});

/** As they stand before the night: 007 was deferred by an earlier one. */
const EVENING_ITEMS = LEDGER_ITEMS.map((item) => (item.id === "007" ? item : toDo(item)));

export const eveningItem = (id: string): BacklogItem => EVENING_ITEMS.find((item) => item.id === id)!;

export const ledgerNight = (
  options: WatchedOptions & {
    readonly items?: readonly BacklogItem[];
    readonly steps?: Readonly<Record<string, readonly Step[]>>;
  } = {},
): Promise<WatchedNight> =>
  watchedNight(
    options.items ?? EVENING_ITEMS,
    { ...STEPS, ...options.steps },
    { ...options, marker: { ...CLAUDE, ...options.marker } },
  );
