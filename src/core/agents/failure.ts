import { saidLine } from "#core/agents/said-line";
import { foldLine } from "#core/text/fold-line";

/** What keeps an agent from working, whatever the item; usage limits are told apart before. */
export type FailureKind =
  | "not-logged-in"
  | "unknown-model"
  | "refused"
  | "no-credit"
  | "overloaded"
  | "server"
  | "network";

/** One line of an agent's table: its own words, and what they come to. */
export interface KnownFailure {
  /** Meant for a line as saidLine gives it; anchored where a sentence about the fault could be mistaken for the fault. */
  readonly pattern: RegExp;
  readonly kind: FailureKind;
}

export interface Failure {
  readonly kind: FailureKind;
  /** The agent's own line. */
  readonly words: string;
}

interface KindFacts {
  readonly label: string;
  /** Own words that name the kind already. */
  readonly named: RegExp;
  /** Lasts until a person does something: another session would end in the same way. */
  readonly needsPerson: boolean;
}

const KINDS: Readonly<Record<FailureKind, KindFacts>> = {
  "not-logged-in": {
    label: "not logged in",
    named: /\blog(?:ged)? ?in\b|^invalid API key\b/i,
    needsPerson: true,
  },
  "unknown-model": {
    label: "unknown model",
    named: /\bmodel\b.*\b(?:not found|not exist)/i,
    needsPerson: true,
  },
  refused: { label: "permission refused", named: /\bpermission (?:refused|denied)/i, needsPerson: true },
  "no-credit": { label: "no credit", named: /\b(?:credit|quota|billing)/i, needsPerson: true },
  overloaded: { label: "overloaded", named: /\boverloaded\b/i, needsPerson: false },
  server: { label: "server error", named: /\bserver error\b/i, needsPerson: false },
  network: { label: "network gone", named: /\bunable to connect\b/i, needsPerson: false },
};

/** The last failure among an agent's lines that its table knows. */
export function findFailure(lines: readonly string[], known: readonly KnownFailure[]): Failure | null {
  for (const line of lines.toReversed()) {
    const said = saidLine(line);
    const found = known.find(({ pattern }) => pattern.test(said));
    if (found !== undefined) return { kind: found.kind, words: foldLine(line) };
  }
  return null;
}

/** The agent's own words, led by the name of the kind unless they say it themselves. */
export function failureWords({ kind, words }: Failure): string {
  const { label, named } = KINDS[kind];
  return named.test(words) ? words : `${label}: ${words}`;
}

export const needsPerson = ({ kind }: Failure): boolean => KINDS[kind].needsPerson;
