import { Check, Copy, RefreshCw, X } from "lucide-react";
import { useState } from "react";
import { useProjects } from "#web/api/projects";
import { shortPath } from "#web/app/short-path";
import { useShortcuts } from "#web/app/shortcuts";
import { agoWords, dayAndTime, useNow } from "#web/app/time-words";
import { FileExcerpt } from "#web/pages/recovery/file-excerpt";
import { ReadDialog } from "#web/pages/recovery/read-dialog";
import { RestoreBackup } from "#web/pages/recovery/restore-backup";
import { useFault, type FileFault } from "#web/pages/recovery/use-fault";
import { Button } from "#web/ui/button";
import { Command } from "#web/ui/copy-button";
import { Icon } from "#web/ui/icon";
import { announce } from "#web/ui/live";
import { SkeletonRows } from "#web/ui/skeleton";
import "./recovery.css";

/** Instead of a project's pages while a file of it can't be read: what is wrong, where, and the ways out. */
export function RecoveryPage({ id }: { readonly id: string }) {
  const { fault, lookedAt, again } = useFault(id);
  useShortcuts("Projects", { reread: () => void again() });
  const folder = useProjects().data?.find((project) => project.id === id)?.path ?? id;
  if (fault === null) return <SkeletonRows />;
  const ofBacklog = fault.file.endsWith("backlog.json");
  return (
    <div className="rec">
      <WhatIsWrong folder={folder} fault={fault} />
      <aside className="rr scroll" aria-label="Ways out" tabIndex={0}>
        {ofBacklog && !fault.conflict && (
          <RestoreBackup id={id} file={fault.file} changedAt={fault.changedAt} />
        )}
        <Mend fault={fault} folder={folder} lookedAt={lookedAt} again={again} />
        <Meanwhile id={id} readable={ofBacklog} />
      </aside>
    </div>
  );
}

function WhatIsWrong({ folder, fault }: { readonly folder: string; readonly fault: FileFault }) {
  const { file, line, isJson, sentence, places, excerpt, changedAt } = fault;
  const errors = places.filter(({ severity }) => severity === "error").length;
  const copy = async () => {
    await navigator.clipboard.writeText(`${folder}/${file}${line === null ? "" : `:${line}`}`);
    announce("Copied");
  };
  return (
    <section className="rl" aria-label="What is wrong">
      <div className="what">
        <h2>{`${baseName(file)} ${isJson ? "is not well-formed" : "is not valid JSON"}`}</h2>
        <p className="dim">
          {errors > 1 ? `${errors} places have to be mended.` : sentence} Nothing has been changed; the loop
          will not start until it can be read.
        </p>
      </div>
      {excerpt !== null && line !== null ? (
        <FileExcerpt
          key={line}
          file={baseName(file)}
          line={line}
          excerpt={excerpt}
          what={places[0]?.what ?? ""}
        />
      ) : (
        <Places file={file} places={places} />
      )}
      <div className="doing">
        <Button icon={Copy} onClick={() => void copy()}>
          {line === null ? "Copy the path" : "Copy path and line"}
        </Button>
        <span className="grow" />
        <span className="small faint cut">
          {changedAt === null ? file : `${file}, changed ${dayAndTime(changedAt)}`}
        </span>
      </div>
    </section>
  );
}

function Places({ file, places }: Pick<FileFault, "file" | "places">) {
  return (
    <ul className="places scroll" tabIndex={0} aria-label={`Places in ${baseName(file)}`}>
      {places.map(({ where, what, severity }) => (
        <li key={`${where} ${what}`} className={severity === "warning" ? "warn" : undefined}>
          <span className="at">{where}</span>
          <span>{what}</span>
        </li>
      ))}
    </ul>
  );
}

interface MendProps {
  readonly fault: FileFault;
  readonly folder: string;
  readonly lookedAt: number;
  readonly again: () => Promise<void>;
}

function Mend({ fault: { file, conflict }, folder, lookedAt, again }: MendProps) {
  const now = useNow();
  // In a merge, git restores no file that it hasn't been told to take from a commit.
  const restore = conflict ? "git checkout HEAD --" : "git restore";
  return (
    <div className="opt">
      <h3>Mend it yourself</h3>
      <p className="dim">Edit the file; this page looks again when it changes.</p>
      <div className="again">
        <Button icon={RefreshCw} hint="R" onClick={() => void again()}>
          Check again
        </Button>
        <span className="small faint">{`Checked ${agoWords(lookedAt, now)}`}</span>
      </div>
      <p className="dim">{`Or take the one of the last commit, in ${shortPath(folder)}:`}</p>
      <Command text={`${restore} ${file}`} />
    </div>
  );
}

function Meanwhile({ id, readable }: { readonly id: string; readonly readable: boolean }) {
  const [reading, setReading] = useState<"log" | "progress" | null>(null);
  return (
    <div className="opt">
      <h3>Meanwhile</h3>
      <ul className="works">
        {readable && (
          <li>
            <Icon of={Check} small />
            <span>
              The{" "}
              <button type="button" className="u" onClick={() => setReading("log")}>
                log
              </button>{" "}
              and{" "}
              <button type="button" className="u" onClick={() => setReading("progress")}>
                progress
              </button>{" "}
              can be read
            </span>
          </li>
        )}
        <li>
          <Icon of={Check} small />
          <span>Other projects are not affected</span>
        </li>
        <li className="dim">
          <Icon of={X} small />
          <span>The loop, editing and sweep are off</span>
        </li>
      </ul>
      {reading !== null && <ReadDialog id={id} what={reading} onClose={() => setReading(null)} />}
    </div>
  );
}

const baseName = (file: string): string => file.split("/").at(-1) ?? file;
