import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ProjectProfile } from "#contracts/schema/profile";
import { call } from "#web/api/client";
import { showFailure } from "#web/ui/toast";

export interface Detected {
  /** Null until it is known. */
  readonly detected: ProjectProfile | null;
  readonly waiting: boolean;
  /** What is stored was preferred: the difference is not shown. */
  readonly kept: boolean;
  readonly keep: () => void;
  readonly again: () => void;
}

/** What detection finds in the project now; it stores nothing. */
export function useDetected(id: string): Detected {
  const [kept, setKept] = useState(false);
  const query = useQuery({
    // Second place: read again with the rest of the project.
    queryKey: ["detect", id],
    queryFn: () => call("POST /api/projects/:id/profile/detect", { params: { id } }),
    refetchInterval: false,
  });
  const again = async () => {
    setKept(false);
    const { error } = await query.refetch();
    if (error !== null) showFailure("Nothing was detected", error.message);
  };
  return {
    detected: query.data ?? null,
    waiting: query.isLoading,
    kept,
    keep: () => setKept(true),
    again: () => void again(),
  };
}
