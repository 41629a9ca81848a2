import { useEffect } from "react";
import type { FileExcerpt } from "#contracts/file-excerpt";
import type { ApiError } from "#web/api/client";
import { queryClient, refreshProject, useGet } from "#web/api/queries";

/** The file may be mended in any editor: it is looked at this often. */
const LOOK_EVERY_MS = 3_000;

export interface FaultPlace {
  /** As a person finds it: `line 212, column 5`, `items[3].priority`. */
  readonly where: string;
  readonly what: string;
  readonly severity: "error" | "warning";
}

export interface FileFault {
  /** Relative to the project. */
  readonly file: string;
  /** Null where it is JSON, but of another make. */
  readonly line: number | null;
  readonly isJson: boolean;
  /** The markers of a merge stand in it. */
  readonly conflict: boolean;
  /** The first place, as a sentence. */
  readonly sentence: string;
  readonly places: readonly FaultPlace[];
  /** The lines around it. */
  readonly excerpt: FileExcerpt | null;
  /** When the file was written last, where that is known. */
  readonly changedAt: string | null;
}

export interface Look {
  /** Null until it is known. */
  readonly fault: FileFault | null;
  /** ms. */
  readonly lookedAt: number;
  readonly again: () => Promise<void>;
}

/** What is wrong with a project's files; looks again by itself, and opens the project once it can be read. */
export function useFault(id: string): Look {
  const params = { id };
  const every = { refetchInterval: LOOK_EVERY_MS };
  const status = useGet("GET /api/projects/:id/status", { params }, every);
  const isJson = status.error?.code === "VALIDATION_ERROR";
  const report = useGet("GET /api/projects/:id/backlog/validate", { params }, { ...every, enabled: isJson });
  const mended = status.data !== undefined && status.error === null;
  useEffect(() => {
    if (mended) void refreshProject(queryClient, id);
  }, [mended, id]);
  const found = report.data?.findings ?? [];
  return {
    fault: status.error === null ? null : faultOf(status.error, found),
    lookedAt: Math.max(status.dataUpdatedAt, status.errorUpdatedAt),
    again: async () => {
      await Promise.all([status.refetch(), ...(isJson ? [report.refetch()] : [])]);
    },
  };
}

type Findings = readonly {
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly itemId?: string | undefined;
  readonly path?: string | undefined;
}[];

/** The page says it in words of its own. */
const TOLD_ELSEWHERE = /(?:\s*Mend it in an editor\.)?\s*Nothing was written\.$/;

/** A refusal that names a malformed file, as a person mends it. */
export function faultOf({ code, details, message }: ApiError, findings: Findings): FileFault {
  const { file, line, column, reason, path, conflict, excerpt, changedAt } = details;
  const words = (typeof reason === "string" ? reason : message).replace(TOLD_ELSEWHERE, "");
  const isJson = code !== "INVALID_JSON";
  const shown = typeof file === "string" ? file : "";
  const place =
    typeof line === "number"
      ? `line ${line}, column ${String(column)}`
      : typeof path === "string"
        ? path
        : "";
  const one = {
    where: place,
    what: words.replace(/^Line \d+, column \d+: /, "").replace(/\.$/, ""),
    severity: "error" as const,
  };
  const all = findings.map(({ severity, message, itemId, path = "" }) => ({
    where: itemId === undefined ? path : `${itemId} · ${path}`,
    what: message,
    severity,
  }));
  return {
    file: shown,
    line: typeof line === "number" ? line : null,
    isJson,
    conflict: conflict === true,
    sentence: words,
    places: all.length > 0 && shown.endsWith("backlog.json") ? all : [one],
    excerpt: isExcerpt(excerpt) ? excerpt : null,
    changedAt: typeof changedAt === "string" ? changedAt : null,
  };
}

const isExcerpt = (value: unknown): value is FileExcerpt =>
  typeof value === "object" && value !== null && "firstLine" in value && "lines" in value && "caret" in value;
