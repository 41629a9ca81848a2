import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { AGENT_IDS, type AgentId } from "#contracts/agent-ids";
import { ToolError } from "#contracts/error";
import { AGENTS, presetOf } from "#core/agents/agent-catalog";
import type { InvocationInput } from "#core/agents/agent-preset";
import { describeAgent } from "#core/agents/describe-agent";

const input = (more: Partial<InvocationInput> = {}): InvocationInput => ({
  model: null,
  config: {},
  prompt: "# Task\n",
  promptFile: "/tmp/p.md",
  ...more,
});
const argvOf = (id: AgentId, more: Partial<InvocationInput> = {}): string =>
  presetOf(id).invocation(input(more)).args.join(" ");

function faultOf(run: () => unknown): ToolError {
  try {
    run();
  } catch (error) {
    if (error instanceof ToolError) return error;
  }
  throw new Error("nothing was refused");
}

describe("the catalog", () => {
  it("has the seven agents in their order", () => {
    expect(AGENTS.map((agent) => agent.id)).toEqual([...AGENT_IDS]);
    for (const id of AGENT_IDS) expect(presetOf(id).id).toBe(id);
  });

  it.each<[AgentId, string | null, string]>([
    ["claude-cli", "claude", "Claude Code"],
    ["codex", "codex", "Codex"],
    ["gemini", "gemini", "Gemini CLI"],
    ["copilot", "copilot", "GitHub Copilot"],
    ["cursor", "cursor-agent", "Cursor Agent"],
    ["pi", "pi", "pi"],
    ["generic-cli", null, "Your own"],
  ])("%s is %s, %s", (id, binary, displayName) => {
    expect(describeAgent(presetOf(id), {})).toEqual({ binary, displayName });
  });

  it("says what the configuration calls an agent", () => {
    const config = { binary: "opencode", displayName: "opencode" };
    expect(describeAgent(presetOf("generic-cli"), config)).toEqual(config);
  });

  it("knows whose models opus, sonnet and haiku are", () => {
    const accepting = AGENTS.filter((agent) => agent.acceptsTierAliases).map((agent) => agent.id);
    expect(accepting).toEqual(["claude-cli", "generic-cli"]);
  });
});

describe("argv", () => {
  const CODEX_TAIL =
    "--skip-git-repo-check --ephemeral --disable plugins --disable apps -c check_for_update_on_startup=false -c analytics.enabled=false";
  it.each<[AgentId, Partial<InvocationInput>, string]>([
    [
      "claude-cli",
      { model: "opus[1m]" },
      "-p --output-format stream-json --verbose --include-partial-messages --model opus[1m] --dangerously-skip-permissions --no-session-persistence",
    ],
    ["codex", {}, `exec --json --dangerously-bypass-approvals-and-sandbox ${CODEX_TAIL} -`],
    [
      "codex",
      { model: "m", config: { sandbox: "workspace-write" } },
      `exec --json -s workspace-write ${CODEX_TAIL} -m m -`,
    ],
    ["gemini", { model: "g" }, "--model g --approval-mode yolo --skip-trust --output-format stream-json"],
    [
      "copilot",
      {},
      "--output-format json --stream off --allow-all --no-ask-user --no-auto-update --disable-client-telemetry --disable-builtin-mcps --no-color",
    ],
    ["pi", { model: "a/b" }, "-p --mode json --no-session --model a/b"],
    [
      "cursor",
      { model: "m", prompt: "do it" },
      "-p --force --trust --output-format stream-json --model m do it",
    ],
  ])("%s %j", (id, more, argv) => {
    expect(argvOf(id, more)).toBe(argv);
  });

  it.each(AGENT_IDS.filter((id) => id !== "generic-cli" && id !== "cursor"))(
    "%s gets its prompt on stdin",
    (id) => {
      const call = presetOf(id).invocation(input());
      expect(call.promptDelivery).toBe("stdin");
      expect(call.args).not.toContain("# Task\n");
    },
  );

  it.each(AGENT_IDS.filter((id) => id !== "generic-cli"))(
    "%s takes binary, extraArgs and env from its settings",
    (id) => {
      const config = { binary: "/opt/x", extraArgs: ["--a", "b c"], env: { K: "v" } };
      const call = presetOf(id).invocation(input({ config }));
      expect(call).toMatchObject({ binary: "/opt/x", env: { K: "v" } });
      expect(presetOf(id).dialect(config).structured).toBe(true);
      expect(call.args.join("|")).toContain("--a|b c");
    },
  );

  it.each<[AgentId, Record<string, string>]>([
    ["claude-cli", { DISABLE_AUTOUPDATER: "1", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" }],
    ["codex", {}],
    ["gemini", { GEMINI_CLI_NO_RELAUNCH: "1", GEMINI_TELEMETRY_ENABLED: "false" }],
    ["copilot", {}],
    ["cursor", {}],
    ["pi", { PI_SKIP_VERSION_CHECK: "1", PI_TELEMETRY: "0" }],
  ])("%s runs clean by its environment, where a person doesn't want it otherwise", (id, env) => {
    expect(presetOf(id).invocation(input()).env).toEqual(env);
    for (const name of Object.keys(env)) {
      const config = { env: { [name]: "mine" } };
      expect(presetOf(id).invocation(input({ config })).env).toEqual({ ...env, [name]: "mine" });
    }
  });

  it.each(AGENTS.flatMap(({ id, binary }) => (binary === null ? [] : [[id, binary] as const])))(
    "%s is as docs/agents.md says",
    (id, binary) => {
      const page = readFileSync(new URL("../../../docs/agents.md", import.meta.url), "utf8");
      const line = page
        .split("\n")
        .find(
          (one) =>
            one.startsWith(`${binary} -`) ||
            one.startsWith(`${binary} [`) ||
            one.startsWith(`${binary} exec`),
        );
      const documented = line?.replaceAll(/[[\]"]/g, "");
      expect(documented).toBe(`${binary} ${argvOf(id, { model: "M", prompt: "<prompt>" })}`);
    },
  );

  it("keeps codex's dash last", () => {
    expect(argvOf("codex", { config: { extraArgs: ["-c", "x=1"] } })).toMatch(/ -c x=1 -$/);
  });
});

describe("generic-cli", () => {
  const config = {
    binary: "agent",
    args: ["run"],
    nonInteractive: ["--yes"],
    modelFlag: "-m",
    env: { A: "1" },
  };

  it("joins args, nonInteractive, modelFlag and model; the prompt goes by stdin", () => {
    expect(presetOf("generic-cli").invocation(input({ model: "opus", config }))).toEqual({
      binary: "agent",
      args: ["run", "--yes", "-m", "opus"],
      env: { A: "1" },
      promptDelivery: "stdin",
    });
  });

  it("needs nothing but a binary", () => {
    expect(argvOf("generic-cli", { config: { binary: "agent" }, model: "m" })).toBe("");
  });

  it("never sends a model without a flag for it, nor a flag without a model", () => {
    expect(argvOf("generic-cli", { config: { ...config, modelFlag: undefined }, model: "m" })).toBe(
      "run --yes",
    );
    expect(argvOf("generic-cli", { config })).toBe("run --yes");
  });

  it("puts the prompt last when it goes by argument", () => {
    const call = presetOf("generic-cli").invocation(
      input({ config: { ...config, promptDelivery: "arg" }, model: "m" }),
    );
    expect(call.args).toEqual(["run", "--yes", "-m", "m", "# Task\n"]);
    expect(call.promptDelivery).toBe("arg");
  });

  it("names the prompt's file in its args, as it is", () => {
    const args = ["--file={{promptFile}}", "{{promptFile}}"];
    const byFile = { binary: "agent", promptDelivery: "file", args };
    const call = presetOf("generic-cli").invocation(input({ config: byFile, promptFile: "/tmp/$&.md" }));
    expect(call.args).toEqual(["--file=/tmp/$&.md", "/tmp/$&.md"]);
    expect(call.promptDelivery).toBe("file");
  });

  it.each(["é", "x", "🙂"])(
    "sends the agent to a file when the prompt is too long for an argument: %s",
    (unit) => {
      const bytes = new TextEncoder().encode(unit).length;
      const fitting = unit.repeat(Math.floor((32 * 1024) / bytes));
      const arg = { config: { binary: "agent", promptDelivery: "arg" } };
      expect(presetOf("generic-cli").invocation(input({ ...arg, prompt: fitting })).promptDelivery).toBe(
        "arg",
      );
      const call = presetOf("generic-cli").invocation(input({ ...arg, prompt: `${fitting}${unit}` }));
      expect(call.promptDelivery).toBe("file");
      expect(call.args).toEqual(["Read the file /tmp/p.md and do exactly what it says."]);
      expect(call.note).toContain("33 KiB");
    },
  );

  it.each<[string | undefined, boolean]>([
    [undefined, false],
    ["text", false],
    ["claude-stream-json", true],
    ["codex-jsonl", true],
  ])("reads its output as %s", (outputFormat, structured) => {
    expect(presetOf("generic-cli").dialect({ binary: "agent", outputFormat }).structured).toBe(structured);
  });
});

describe("settings that can't be used", () => {
  const ARGS = "args must hold {{promptFile}}, as promptDelivery is file";
  it.each<[AgentId, object, string, string]>([
    ["generic-cli", {}, "binary", "binary must name the program to run"],
    ["generic-cli", { binary: "" }, "binary", "binary must be a text that isn't empty"],
    ["generic-cli", { binary: 3 }, "binary", "binary must be a text that isn't empty"],
    ["generic-cli", { binary: "a\0b" }, "binary", "binary must be a text that isn't empty"],
    ["generic-cli", { binary: "a", args: "run" }, "args", "args must be a list of texts"],
    ["generic-cli", { binary: "a", args: ["x", 1] }, "args", "args must be a list of texts"],
    [
      "generic-cli",
      { binary: "a", promptDelivery: "pipe" },
      "promptDelivery",
      "promptDelivery must be one of stdin, arg, file",
    ],
    ["generic-cli", { binary: "a", promptDelivery: "file" }, "args", ARGS],
    [
      "generic-cli",
      { binary: "a", args: ["{{promptFile}}"] },
      "promptDelivery",
      "promptDelivery must be file, as args holds {{promptFile}}",
    ],
    [
      "generic-cli",
      { binary: "a", outputFormat: "xml" },
      "outputFormat",
      "outputFormat must be one of text, claude-stream-json, codex-jsonl",
    ],
    ["generic-cli", { binary: "a", env: ["A=1"] }, "env", "env must be an object of names and texts"],
    ["codex", { env: { A: 1 } }, "env", "env must be an object of names and texts"],
    ["codex", { env: { "A=B": "1" } }, "env", "env must be an object of names and texts"],
    [
      "codex",
      { sandbox: "off" },
      "sandbox",
      "sandbox must be one of bypass, read-only, workspace-write, danger-full-access",
    ],
    ["gemini", { extraArgs: {} }, "extraArgs", "extraArgs must be a list of texts"],
  ])("%s %j", (id, config, field, sentence) => {
    const error = faultOf(() =>
      presetOf(id).invocation(input({ config: config as Record<string, unknown> })),
    );
    expect(error.code).toBe("VALIDATION_ERROR");
    expect(error.message).toBe(`providers.${id}.${sentence}.`);
    expect(error.details).toMatchObject({ file: "~/.tool/config.json", field: `providers.${id}.${field}` });
  });

  it("are named where they stand", () => {
    const source = { file: ".tool.json", path: "options.providerConfig" };
    const error = faultOf(() => presetOf("codex").invocation(input({ config: { binary: 1 }, source })));
    expect(error.message).toBe("options.providerConfig.binary must be a text that isn't empty.");
    expect(error.reason).toBe("It stands in .tool.json.");
  });
});
