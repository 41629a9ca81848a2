import { Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isApiError } from "#web/api/client";
import { Button } from "#web/ui/button";
import { Empty } from "#web/ui/empty";

/** A page that broke, or a part of it that could not be loaded: what happened, and a way on. */
export function PageTrouble({ error }: { readonly error: unknown }): ReactNode {
  const router = useRouter();
  const outdated = error instanceof TypeError && error.message.includes("import");
  return (
    <Empty
      title={outdated ? "The tool was updated under this page" : "This page broke"}
      actions={
        <>
          <Button kind="primary" onClick={() => (outdated ? location.reload() : void router.invalidate())}>
            {outdated ? "Load it again" : "Try again"}
          </Button>
          <Link to="/projects" className="btn ghost">
            All projects
          </Link>
        </>
      }
    >
      <p className="dim">Nothing was changed by it, and a run goes on without this page.</p>
      {!outdated && <pre className="term wrap-term">{describe(error)}</pre>}
    </Empty>
  );
}

export function NoSuchPage(): ReactNode {
  return (
    <Empty
      title="There is nothing at this address"
      actions={
        <Link to="/projects" className="btn primary">
          All projects
        </Link>
      }
    >
      {location.pathname}
    </Empty>
  );
}

function describe(error: unknown): string {
  if (isApiError(error)) return `${error.code}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
