/** One well-known shape of a credential; what its first group matches stays, the rest becomes `***`. */
interface KeyShape {
  readonly name: string;
  readonly pattern: RegExp;
}

/** Conservative: only what a vendor's prefix, a header, an address or an assignment gives away. An unknown shape passes. */
export const KEY_SHAPES: readonly KeyShape[] = [
  {
    name: "private key",
    pattern:
      /(-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY-----)(?!\*)[^-]*(?:-----END (?:[A-Z]+ ){0,3}PRIVATE KEY-----)?/g,
  },
  { name: "AWS access key", pattern: /\b(A(?:KI|SI)A)[0-9A-Z]{16}\b/g },
  { name: "GitHub token", pattern: /\b(gh[pousr]_)[A-Za-z0-9]{30,255}/g },
  { name: "GitHub fine-grained token", pattern: /\b(github_pat_)\w{22,255}/g },
  { name: "GitLab token", pattern: /\b(gl(?:pat|ptt|dt|rt)-)[\w-]{20,255}/g },
  { name: "Anthropic, OpenAI, OpenRouter key", pattern: /\b(sk-(?:ant-|proj-|svcacct-|or-)?)[\w-]{20,255}/g },
  { name: "Google API key", pattern: /\b(AIza)[\w-]{35}/g },
  { name: "Google OAuth token", pattern: /\b(ya29\.)[\w-]{20,1000}/g },
  { name: "Slack token", pattern: /\b(xox[abeoprs]-)[\w-]{10,255}/g },
  { name: "Slack webhook", pattern: /\b(hooks\.slack\.com\/services\/)[\w/]{20,100}/g },
  { name: "Stripe key", pattern: /\b([rs]k_(?:live|test)_)[0-9A-Za-z]{16,255}/g },
  { name: "npm token", pattern: /\b(npm_)[A-Za-z0-9]{36}\b/g },
  { name: "PyPI token", pattern: /\b(pypi-)[\w-]{50,500}/g },
  { name: "Hugging Face token", pattern: /\b(hf_)[A-Za-z0-9]{30,100}/g },
  { name: "SendGrid key", pattern: /\b(SG\.)[\w-]{16,64}\.[\w-]{16,100}/g },
  { name: "DigitalOcean token", pattern: /\b(do[opr]_v1_)[0-9a-f]{64}/g },
  { name: "JSON web token", pattern: /\b(eyJ)[\w-]{10,4000}\.eyJ[\w-]{10,4000}\.[\w-]{10,4000}/g },
  {
    name: "password in an address",
    pattern: /\b([a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{0,100}:)[^\s/@]{1,200}(?=@)/gi,
  },
  {
    name: "authorization header",
    pattern: /\b(authorization["']?\s{0,3}[:=]\s{0,3}["']?(?:bearer|basic|token)\s{1,3})[^\s"']{8,4000}/gi,
  },
  {
    name: "assignment",
    pattern:
      /\b((?:[A-Z0-9]{1,40}_){0,6}(?:SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|ACCESS_KEY|PRIVATE_KEY)(?:_[A-Z0-9]{1,40}){0,4}=["']?)[^\s"'$]{8,4000}/g,
  },
];

/** What every shape has in it: most texts have none of these and are not looked at further. */
const HINT = /_|-|=|:|A[KS]IA|AIza|eyJ|ya29|SG\./;

/** Text of an agent, a hook or git without what looks like a credential, fit to be stored, shown and committed. */
export function maskSecrets(text: string): string {
  if (!HINT.test(text)) return text;
  return KEY_SHAPES.reduce((masked, { pattern }) => masked.replaceAll(pattern, "$1***"), text);
}
