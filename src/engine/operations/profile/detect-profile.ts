import { detectProfile, filesToRead } from "#core/profile/detect-profile";
import { ToolError } from "#contracts/error";
import type { ProjectProfile } from "#contracts/schema/profile";
import type { Ports } from "#engine/ports";

/** A project file that can't be understood; the words follow "<file> is". */
export interface UnclearFile {
  readonly file: string;
  readonly words: string;
}

export interface DetectedProfile {
  readonly profile: ProjectProfile;
  /** Commands of these are missing. */
  readonly unclear: readonly UnclearFile[];
}

/** What a folder's own files tell of its stack and commands; writes nothing. */
export async function detectProjectProfile(ports: Ports, projectPath: string): Promise<DetectedProfile> {
  const entries = ((await ports.files.list(projectPath)) ?? []).map((entry) => entry.name);
  const files: Record<string, string | null> = {};
  for (const name of filesToRead) {
    if (entries.includes(name)) files[name] = await readable(ports, `${projectPath}/${name}`);
  }
  const { profile, problems } = detectProfile({ files, entries });
  const unclear: UnclearFile[] = [];
  for (const { file, kind, message } of problems) {
    const place = kind === "syntax" ? await placeOf(files[file] ?? "") : "";
    unclear.push({ file, words: message + place });
  }
  return { profile, unclear };
}

/** What can't be read tells nothing of the stack; that is no reason to refuse. */
async function readable(ports: Ports, path: string): Promise<string | null> {
  try {
    return await ports.files.read(path);
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}

async function placeOf(text: string): Promise<string> {
  const { findJsonFault } = await import("#engine/files/json-fault");
  const { line, column } = findJsonFault(text);
  return `: line ${line}, column ${column}`;
}
