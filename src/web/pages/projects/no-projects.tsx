import { Link } from "@tanstack/react-router";
import { Download, Plus } from "lucide-react";
import { useState } from "react";
import type { DiscoveredProject } from "#contracts/schema/project";
import { useGet, useSend } from "#web/api/queries";
import { shortPath } from "#web/app/short-path";
import { Button } from "#web/ui/button";
import { Empty } from "#web/ui/empty";
import { TextField } from "#web/ui/field";
import { Icon } from "#web/ui/icon";

/** No project below the root: where projects come from, and how to get the first. */
export function NoProjects({ folders }: { readonly folders: readonly DiscoveredProject[] }) {
  const config = useGet("GET /api/config", {}).data;
  const root = useGet("GET /api/health", {}).data?.rootDirectory;
  if (config !== undefined && config.rootDirectory === undefined)
    return <ChooseRoot suggested={root ?? ""} />;
  const [first] = folders;
  const actions = (
    <>
      <Link to="/install" search={first === undefined ? {} : { project: first.id }} className="btn primary">
        <Icon of={Download} />
        Install in {first?.name ?? "a folder"}
      </Link>
      <Link to="/init" className="btn">
        <Icon of={Plus} />
        New project
      </Link>
    </>
  );
  return (
    <Empty title="No project has a backlog yet" actions={actions}>
      {`Projects are the folders in ${root === undefined ? "the root directory" : shortPath(root)}.`}
    </Empty>
  );
}

function ChooseRoot({ suggested }: { readonly suggested: string }) {
  // Null: nothing was typed. What is suggested may come later.
  const [typed, setPath] = useState<string | null>(null);
  const path = typed ?? suggested;
  const save = useSend("PUT /api/config");
  return (
    <Empty title="Where are your projects?">
      <p className="dim">Choose the folder that holds them. Nothing is written outside it.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ body: { rootDirectory: path } });
        }}
      >
        <TextField
          label="Root directory"
          hideLabel
          mono
          value={path}
          onChange={setPath}
          error={save.error?.message}
        />
        <div className="ea">
          <Button kind="primary" type="submit" disabled={path.trim() === "" && "Type a folder first"}>
            Choose
          </Button>
        </div>
      </form>
    </Empty>
  );
}
