import type { ProfileCommands } from "#contracts/schema/profile";

/** A project as data: its files, and what detection has to make of them. */
export interface FixtureProject {
  readonly name: string;
  /** Path to text, byte order marks included. */
  readonly files: Readonly<Record<string, string>>;
  readonly profile: {
    readonly stack: string;
    readonly packageManager: string | null;
    readonly monorepo: boolean;
    /** All others: none. */
    readonly commands: Partial<ProfileCommands>;
  };
  /** Files that can't be understood. */
  readonly problems?: readonly string[];
}
