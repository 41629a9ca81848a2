import type { AgentId } from "#contracts/agent-ids";
import type { LimitCase } from "./prove-limits.ts";

/** A program as a user has it: how it is pointed at a model server, and what a run shows of it. */
export interface RealAgent {
  /** Of the preset, or of the recipe. */
  readonly name: string;
  readonly provider: AgentId;
  readonly providerConfig?: Readonly<Record<string, unknown>>;
  readonly command: string;
  /** As given to `--model`. */
  readonly model: string;
  /** As the model server is then asked for. */
  readonly modelAsked: string;
  /** What it calls its tools, null where the run isn't told of them. */
  readonly tools: { readonly write: string } | null;
  /** Input and output of a session with one tool call and one text, null where it doesn't count. */
  readonly tokens: readonly [number, number] | null;
  /** What a run says of a key that isn't one, of an error of the server, of an overload. */
  readonly words: Readonly<Partial<Record<"unauthorized" | "server" | "overloaded", RegExp>>>;
  /** Hosts that it asks for things beside the model and that no switch keeps it from. */
  readonly reaches?: readonly string[];
  limits(): readonly LimitCase[];
  /** Besides PATH, HOME and the proxy: nothing of the tester's own environment is there. */
  env(url: string, home: string): Readonly<Record<string, string>>;
  /** Below HOME. */
  files(url: string): Readonly<Record<string, string>>;
}

/** Distinctive: some programs mask every occurrence of their key in what they print. */
export const MADE_UP_KEY = "sk-made-up-000000";
