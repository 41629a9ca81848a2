import { CircleCheck, OctagonX, RefreshCw, TriangleAlert } from "lucide-react";
import type { Preflight } from "#contracts/schema/routes/project-routes";
import type { Install } from "#web/pages/install/use-install";
import { Button } from "#web/ui/button";
import { Icon } from "#web/ui/icon";

type Result = Preflight["checks"][number]["result"];

const LOOKS = {
  ok: { icon: CircleCheck, tone: "success", said: "Passed" },
  warning: { icon: TriangleAlert, tone: "warning", said: "Warning" },
  error: { icon: OctagonX, tone: "danger", said: "In the way" },
} as const satisfies Record<Result, object>;

/** What was found out about the folder, and what stands in the way. */
export function PreflightStep({ install }: { readonly install: Install }) {
  const checks = install.draft.found?.preflight.checks ?? [];
  return (
    <>
      <ul className="lines">
        {checks.map(({ name, result, message }) => {
          const { icon, tone, said } = LOOKS[result];
          return (
            <li key={`${name} ${message}`}>
              <span className={tone} role="img" aria-label={said}>
                <Icon of={icon} />
              </span>
              <code className="key">{name}</code>
              <span className="grow">{message}</span>
            </li>
          );
        })}
      </ul>
      <div>
        <Button icon={RefreshCw} onClick={() => void install.look()}>
          Look again
        </Button>
      </div>
    </>
  );
}

/** "6 passed, 1 warning". */
export function preflightWords({ checks }: Preflight): string {
  const count = (result: Result) => checks.filter((check) => check.result === result).length;
  const [passed, warnings, errors] = [count("ok"), count("warning"), count("error")];
  return [
    `${passed} passed`,
    ...(warnings === 0 ? [] : [warnings === 1 ? "1 warning" : `${warnings} warnings`]),
    ...(errors === 0 ? [] : [`${errors} in the way`]),
  ].join(", ");
}
