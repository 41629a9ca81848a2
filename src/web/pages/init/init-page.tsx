import { useNavigate } from "@tanstack/react-router";
import { FolderPlus } from "lucide-react";
import type { ReactNode } from "react";
import { TOOL_NAME } from "#contracts/names";
import { describeStack } from "#core/profile/describe-stack";
import { usePageTitle } from "#web/app/page-title";
import { shortPath } from "#web/app/short-path";
import { Wizard, type NextStep } from "#web/forms/wizard";
import { BacklogStep } from "#web/pages/init/backlog-step";
import { itemsOf, nameFault, outlookOf, profileOf, type InitDraft } from "#web/pages/init/init-draft";
import { ProjectStep } from "#web/pages/init/project-step";
import { readSeed } from "#web/pages/init/read-seed";
import { itemWords, ReviewStep } from "#web/pages/init/review-step";
import { StackStep } from "#web/pages/init/stack-step";
import { useInit, type Init } from "#web/pages/init/use-init";
import { InstallResult } from "#web/pages/install/install-result";
import "./init.css";

/** Makes a new project, in five steps. */
export function InitPage() {
  const init = useInit();
  const navigate = useNavigate();
  const { draft, root, error } = init;
  usePageTitle("New project");
  const name = draft.name.trim();
  const step = STEPS[draft.at] ?? FIRST;
  const open = () => void navigate({ to: "/projects/$id/backlog", params: { id: name } });
  return (
    <Wizard
      name="New project"
      subject={draft.reached === 0 ? shortPath(root) : `${shortPath(root)}/${name}`}
      // What a step came to is worked out once it is done: not at every key.
      steps={STEPS.map(({ title, result }, at) => ({
        title,
        result: at < draft.reached && at !== draft.at ? result(draft) : undefined,
      }))}
      at={draft.at}
      reached={draft.reached}
      onGo={init.go}
      onRestart={draft.reached === 0 && name === "" ? undefined : init.restart}
      head={step.head(name)}
      lead={step.lead(draft)}
      next={step.next(init, open)}
      error={draft.at === 0 ? undefined : (error ?? undefined)}
      wide={step.wide === true}
    >
      {step.body(init)}
    </Wizard>
  );
}

interface Step {
  readonly title: string;
  readonly result: (draft: InitDraft) => string | undefined;
  readonly head: (name: string) => string;
  readonly lead: (draft: InitDraft) => string;
  readonly body: (init: Init) => ReactNode;
  readonly next: (init: Init, open: () => void) => NextStep;
  readonly wide?: true;
}

const busy = (init: Init): string | false => init.busy && "Under way";

const FIRST: Step = {
  title: "Project",
  result: ({ name }) => name.trim(),
  head: () => "What is it called?",
  lead: () => "A new folder with a git repository, the skeleton of a stack and a first backlog.",
  body: (init) => <ProjectStep init={init} />,
  next: (init) => ({
    label: "Continue",
    disabled: busy(init) !== false ? busy(init) : (nameFault(init.draft.name) ?? false),
    run: () => void init.look(),
  }),
};

const STEPS: readonly Step[] = [
  FIRST,
  {
    title: "Stack",
    result: ({ stack }) => describeStack({ ...profileOf(stack), stack }),
    head: () => "What is it built with?",
    lead: () => "The least files with which its commands run and pass. They decide whether an item is done.",
    body: (init) => <StackStep init={init} />,
    next: (init) => ({ label: "Continue", run: () => init.go(2) }),
  },
  {
    title: "First backlog",
    result: (draft) => itemWords(itemsOf(draft).length),
    head: () => "What should be built first?",
    lead: ({ kind }) => SEED_LEADS[kind],
    body: (init) => <BacklogStep init={init} />,
    wide: true,
    next: nextOfBacklog,
  },
  {
    title: "Review",
    result: (draft) => `${outlookOf(draft).files.length + TOOLS_OWN} files`,
    head: () => "What will be made",
    lead: () => "A folder, its repository, these files and one commit with all of them.",
    body: (init) => <ReviewStep init={init} />,
    next: (init) => ({
      label: makeWords(itemsOf(init.draft).length),
      icon: FolderPlus,
      disabled: busy(init),
      run: () => void init.make(),
    }),
  },
  {
    title: "Result",
    result: () => undefined,
    head: (name) => `${name} is made`,
    lead: (draft) => `${itemWords(itemsOf(draft).length)} in its backlog. Everything is in its first commit.`,
    body: ({ report }) =>
      report !== null && (
        <InstallResult report={report} next={[`${TOOL_NAME} loop run --create-branch night`]} />
      ),
    next: (_, open) => ({ label: "Open the backlog", run: open }),
  },
];

/** Written by the tool beside the backlog and the files of the stack. */
const TOOLS_OWN = 7;

const SEED_LEADS = {
  empty: "Start with an empty list.",
  import:
    "Paste Markdown or drop a file. A heading or task is an item, the text below it its description, nested bullets its criteria.",
  inline: "One item after the other, most important first. Enter begins the next.",
} as const;

const makeWords = (items: number): string =>
  items === 0 ? "Make the project" : `Make the project with ${itemWords(items)}`;

function nextOfBacklog(init: Init): NextStep {
  const { draft } = init;
  const count = itemsOf(draft).length;
  const fault = draft.kind === "import" ? readSeed(draft.text).fault : null;
  const label = count === 0 ? "Continue without items" : `Continue with ${itemWords(count)}`;
  return { label, disabled: fault ?? false, run: () => init.go(3) };
}
