import { useState } from "react";
import {
  OUTPUT_FORMATS,
  PROMPT_DELIVERIES,
  type OutputFormat,
  type PromptDelivery,
} from "#contracts/agent-ids";
import type { GenericCliConfig } from "#contracts/schema/agent-config";
import type { ResolvedToolConfig } from "#contracts/schema/config";
import { call } from "#web/api/client";
import { useSend } from "#web/api/queries";
import { useShortcuts } from "#web/app/shortcuts";
import type { Saving } from "#web/forms/saved-field";
import { Button } from "#web/ui/button";
import { Dialog } from "#web/ui/dialog";
import { Select, TextArea, TextField } from "#web/ui/field";
import { Notice } from "#web/ui/notice";

const ID = "generic-cli";

const DELIVERIES: Readonly<Record<PromptDelivery, string>> = {
  stdin: "On standard input",
  arg: "As the last argument",
  file: "In a file named by {{promptFile}}",
};

const FORMATS: Readonly<Record<OutputFormat, string>> = {
  text: "Plain text",
  "claude-stream-json": "Lines of JSON, as Claude Code writes them",
  "codex-jsonl": "Lines of JSON, as Codex writes them",
};

interface GenericAgentDialogProps {
  readonly config: ResolvedToolConfig;
  readonly saving: Saving;
  readonly onClose: () => void;
}

/** An agent of one's own: any program that takes a prompt. */
export function GenericAgentDialog({ config, saving, onClose }: GenericAgentDialogProps) {
  const [texts, setTexts] = useState(() => textsOf(storedIn(config)));
  const [error, setError] = useState<string | null>(null);
  const { mutateAsync } = useSend("PUT /api/config");
  const refused = texts.binary.trim() === "" && "Type its program first";
  const send = async () => {
    // The agents' settings are one value: what was written for another since the page was read stays.
    const now = await call("GET /api/config", {});
    const providers = { ...now.providers, [ID]: settingsOf(storedIn(now), texts) };
    await mutateAsync({ body: { providers } });
  };
  const save = async () => {
    const wrong = await saving(send());
    setError(wrong);
    if (wrong === null) onClose();
  };
  useShortcuts("Editing", { save: () => (refused === false ? void save() : false) });
  const foot = (
    <>
      <Button kind="ghost" onClick={onClose}>
        Cancel
      </Button>
      <Button kind="primary" disabled={refused} hint="Ctrl ↵" onClick={() => void save()}>
        Save the agent
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title="An agent of your own" foot={foot}>
      {error !== null && <Notice tone="danger">{error}</Notice>}
      <Fields texts={texts} set={(part) => setTexts({ ...texts, ...part })} />
    </Dialog>
  );
}

function storedIn({ providers }: ResolvedToolConfig): Partial<GenericCliConfig> {
  return providers?.[ID] ?? {};
}

interface Texts {
  readonly binary: string;
  /** One a line. */
  readonly args: string;
  readonly modelFlag: string;
  readonly promptDelivery: PromptDelivery;
  readonly outputFormat: OutputFormat;
}

function textsOf(stored: Partial<GenericCliConfig>): Texts {
  const { binary = "", args = [], modelFlag = "", promptDelivery = "stdin", outputFormat = "text" } = stored;
  return { binary, args: args.join("\n"), modelFlag, promptDelivery, outputFormat };
}

/** What the dialog doesn't show stays. */
function settingsOf(stored: Partial<GenericCliConfig>, texts: Texts): Partial<GenericCliConfig> {
  const { modelFlag: _, ...rest } = stored;
  const flag = texts.modelFlag.trim();
  return {
    ...rest,
    binary: texts.binary.trim(),
    args: texts.args.split("\n").filter((line) => line !== ""),
    promptDelivery: texts.promptDelivery,
    outputFormat: texts.outputFormat,
    ...(flag !== "" && { modelFlag: flag }),
  };
}

interface FieldsProps {
  readonly texts: Texts;
  readonly set: (part: Partial<Texts>) => void;
}

function Fields({ texts, set }: FieldsProps) {
  return (
    <>
      <TextField
        label="Program"
        mono
        autoFocus
        value={texts.binary}
        onChange={(binary) => set({ binary })}
        help="Its name on PATH, or a path."
      />
      <TextArea
        label="Arguments"
        mono
        rows={3}
        value={texts.args}
        onChange={(args) => set({ args })}
        help="One a line."
      />
      <Select
        label="The prompt is given"
        value={texts.promptDelivery}
        options={PROMPT_DELIVERIES.map((value) => ({ value, label: DELIVERIES[value] }))}
        onChange={(promptDelivery) => set({ promptDelivery })}
      />
      <Select
        label="It prints"
        value={texts.outputFormat}
        options={OUTPUT_FORMATS.map((value) => ({ value, label: FORMATS[value] }))}
        onChange={(outputFormat) => set({ outputFormat })}
      />
      <TextField
        label="Flag before a model's name"
        mono
        value={texts.modelFlag}
        onChange={(modelFlag) => set({ modelFlag })}
        placeholder="--model"
        help="Empty: a model is never sent."
      />
    </>
  );
}
