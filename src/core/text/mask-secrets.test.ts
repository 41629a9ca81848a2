import { describe, expect, it } from "vitest";
import { KEY_SHAPES, maskSecrets } from "#core/text/mask-secrets";

/** Built here, so that no scanner takes this file for a leak. */
const x = (length: number, of = "aB3"): string => of.repeat(length).slice(0, length);

const SAMPLES: readonly (readonly [name: string, before: string, secret: string, after: string])[] = [
  [
    "private key",
    "-----BEGIN RSA PRIVATE KEY-----",
    `\n${x(64)}\n${x(40)}\n-----END RSA PRIVATE KEY-----`,
    " end",
  ],
  ["AWS access key", "id AKIA", x(16, "Q7"), ", "],
  ["GitHub token", "ghp_", x(36), "\n"],
  ["GitHub fine-grained token", "github_pat_", `${x(22)}_${x(59)}`, ""],
  ["GitLab token", "glpat-", x(20), '"'],
  ["Anthropic, OpenAI, OpenRouter key", "key=sk-ant-", `api03-${x(80)}`, ")"],
  ["Google API key", "AIza", x(35), " "],
  ["Google OAuth token", "ya29.", x(60), ""],
  ["Slack token", "xoxb-", `123456789012-${x(24)}`, ""],
  ["Slack webhook", "https://hooks.slack.com/services/", `T${x(8)}/B${x(8)}/${x(24)}`, ""],
  ["Stripe key", "sk_live_", x(24), ""],
  ["npm token", "//registry/:_authToken npm_", x(36), ""],
  ["PyPI token", "pypi-", x(90), ""],
  ["Hugging Face token", "hf_", x(34), ""],
  ["SendGrid key", "SG.", `${x(22)}.${x(43)}`, ""],
  ["DigitalOcean token", "dop_v1_", x(64, "0af"), ""],
  ["JSON web token", "eyJ", `${x(30)}.eyJ${x(40)}.${x(43)}`, ""],
  ["password in an address", "postgres://app:", "p:w0rd", "@db:5432/x"],
  ["authorization header", "Authorization: Bearer ", x(20), ""],
  ["assignment", "export NPM_TOKEN=", x(12), " next"],
];

describe("maskSecrets", () => {
  it.each(SAMPLES)("%s", (_, before, secret, after) => {
    const text = `said: ${before}${secret}${after}`;
    expect(maskSecrets(text)).toBe(`said: ${before}***${after}`);
    expect(maskSecrets(maskSecrets(text))).toBe(maskSecrets(text));
  });

  it("has a sample of every shape", () => {
    expect(SAMPLES.map(([name]) => name)).toEqual(KEY_SHAPES.map(({ name }) => name));
  });

  it.each([
    "needs NPM_TOKEN; there are no credentials in this environment",
    "TOOL_BLOCKED:set API_KEY in .env",
    "[tool] 001: Fix sk-learn import",
    "commit 3f2a1c9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a3b, branch feature/token-refresh",
    "https://example.com:8080/path?x=1 and mailto:a@b.example",
    "TOKEN=$NPM_TOKEN npm publish",
    "session 2b0c4e9e-7f9e-4a53-8c1a-9d9b6a1f0c11.3",
    "risk-assessment-of-the-whole-migration-plan",
  ])("leaves %j", (text) => {
    expect(maskSecrets(text)).toBe(text);
  });

  it("takes no longer where a text tries to make it", () => {
    const started = process.cpuUsage();
    for (const text of [
      x(200_000, "a_"),
      x(200_000, "-"),
      `a://${x(200_000, "a:")}`,
      x(200_000, "eyJaaaaaaaaaaa."),
      x(200_000, "TOKEN_"),
    ])
      maskSecrets(text);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
  });
});
