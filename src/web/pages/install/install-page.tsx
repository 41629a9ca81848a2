import { useNavigate, useSearch } from "@tanstack/react-router";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { TOOL_NAME } from "#contracts/names";
import { describeStack } from "#core/profile/describe-stack";
import { usePageTitle } from "#web/app/page-title";
import { shortPath } from "#web/app/short-path";
import { Wizard, type NextStep } from "#web/forms/wizard";
import { ConfigureStep } from "#web/pages/install/configure-step";
import { optionFaults, optionsOf, type InstallDraft } from "#web/pages/install/install-draft";
import { InstallResult } from "#web/pages/install/install-result";
import { PreflightStep, preflightWords } from "#web/pages/install/preflight-step";
import { ProfileStep } from "#web/pages/install/profile-step";
import { ReviewStep, WRITTEN_FILES } from "#web/pages/install/review-step";
import { TargetStep } from "#web/pages/install/target-step";
import { useInstall, type Install } from "#web/pages/install/use-install";

/** Adds the tool to a folder that is there, in six steps. */
export function InstallPage() {
  const install = useInstall(useSearch({ strict: false }).project);
  const navigate = useNavigate();
  const { draft, root, error } = install;
  usePageTitle("Install");
  const id = draft.reached === 0 ? "" : (draft.found?.id ?? "");
  const step = STEPS[draft.at] ?? FIRST;
  const open = () => void navigate({ to: "/projects/$id/backlog", params: { id } });
  return (
    <Wizard
      name="Install"
      subject={id === "" ? shortPath(root) : `${shortPath(root)}/${id}`}
      steps={STEPS.map(({ title, result }) => ({ title, result: result(draft) }))}
      at={draft.at}
      reached={draft.reached}
      onGo={install.go}
      onRestart={draft.reached === 0 && draft.folder === "" ? undefined : install.restart}
      head={step.head(id)}
      lead={step.lead}
      next={step.next(install, open)}
      error={draft.at === 0 ? undefined : (error ?? undefined)}
    >
      {step.body(install)}
    </Wizard>
  );
}

interface Step {
  readonly title: string;
  readonly result: (draft: InstallDraft) => string | undefined;
  readonly head: (id: string) => string;
  readonly lead: string;
  readonly body: (install: Install) => ReactNode;
  readonly next: (install: Install, open: () => void) => NextStep;
}

const go = (install: Install, step: number, why: string | false = false): NextStep => ({
  label: "Continue",
  disabled: why,
  run: () => install.go(step),
});

const busy = (install: Install): string | false => install.busy && "Under way";

const FIRST: Step = {
  title: "Target",
  result: ({ found }) => found?.id,
  head: () => "Which folder?",
  lead: "The tool works on a folder that is there: it adds a backlog and what an agent has to know.",
  body: (install) => <TargetStep install={install} />,
  next: (install) => ({ label: "Continue", disabled: busy(install), run: () => void install.look() }),
};

const STEPS: readonly Step[] = [
  FIRST,
  {
    title: "Preflight",
    result: ({ found }) => (found === null ? undefined : preflightWords(found.preflight)),
    head: (id) => `What was found in ${id}`,
    lead: "A warning says what to know; only what stands in the way has to be mended first.",
    body: (install) => <PreflightStep install={install} />,
    next: (install) =>
      go(
        install,
        2,
        (install.draft.found?.preflight.errors ?? 1) > 0 && "Mend what stands in the way, then look again",
      ),
  },
  {
    title: "Stack and profile",
    result: ({ stack, packageManager, monorepo }) =>
      describeStack({ stack, packageManager: packageManager === "" ? null : packageManager, monorepo }),
    head: () => "Check what was detected",
    lead: "These commands decide whether an item is done. The agent is told to run them, and they become the default criterion.",
    body: (install) => <ProfileStep install={install} />,
    next: (install) => go(install, 3),
  },
  {
    title: "Configure",
    result: ({ options }) => {
      const chosen = Object.keys(optionsOf(options)).length;
      return chosen === 0 ? "Defaults" : chosen === 1 ? "1 option" : `${chosen} options`;
    },
    head: () => "How runs go here",
    lead: "All of it can be changed later in the project's settings, and for one run when it is started.",
    body: (install) => <ConfigureStep install={install} />,
    next: (install) =>
      go(install, 4, Object.keys(optionFaults(install.draft.options)).length > 0 && "Mend the numbers first"),
  },
  {
    title: "Review",
    result: () => `${WRITTEN_FILES.length} files`,
    head: () => "What will be written",
    lead: "Nothing outside of these files is touched, and removing the tool takes all of it out again.",
    body: (install) => <ReviewStep install={install} />,
    next: (install) => ({
      label: `Write ${WRITTEN_FILES.length} files`,
      icon: Download,
      disabled: busy(install),
      run: () => void install.install(),
    }),
  },
  {
    title: "Result",
    result: () => undefined,
    head: (id) => `Installed in ${id}`,
    lead: "Next come its first items. Commit these files before a run, so that its commits hold its own work alone.",
    body: ({ report, draft }) =>
      report !== null && (
        <InstallResult
          report={report}
          next={[
            draft.found?.preflight.checks.some(
              ({ name, message }) => name === "git" && message.includes("no git repository"),
            )
              ? `git init && git add -A && git commit -m "Start"`
              : `git add -A && git commit -m "Set up ${TOOL_NAME}"`,
          ]}
        />
      ),
    next: (_, open) => ({ label: "Open the backlog", run: open }),
  },
];
