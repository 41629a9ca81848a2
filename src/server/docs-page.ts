import { createHash } from "node:crypto";
import { TOOL_NAME } from "#contracts/names";
import { openApiDocument } from "#server/openapi";

type Node = Readonly<Record<string, unknown>>;

const STYLE = `
:root { color-scheme: light dark; }
body { font: 14px/1.5 ui-sans-serif, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font: 12px/1.6 ui-monospace, monospace; }
h2 { margin-top: 2.5rem; text-transform: capitalize; }
details { border-top: 1px solid color-mix(in srgb, currentColor 18%, transparent); padding: .4rem 0; }
summary { cursor: pointer; }
summary code { font-size: 13px; font-weight: 600; }
summary span { opacity: .7; margin-left: .75rem; }
pre { overflow-x: auto; padding: .75rem; background: color-mix(in srgb, currentColor 6%, transparent); border-radius: 6px; }
a { color: inherit; }
`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** The only policy under which a page may have a style of its own: this very one, and nothing else at all. */
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The interface for people to read, made of its own document; needs no script and nothing from the internet. */
export function docsPage(version: string): string {
  const document = openApiDocument(version);
  const operations = Object.entries(document["paths"] as Record<string, Record<string, Node>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
  );
  const tags = (document["tags"] as readonly { readonly name: string }[]).map(({ name }) => name);
  const groups = tags.map((tag) => {
    const own = operations.filter(({ operation }) => (operation["tags"] as readonly string[]).includes(tag));
    return `<h2>${escaped(tag)}</h2>\n${own.map(section).join("\n")}`;
  });
  const { schemas } = document["components"] as { readonly schemas: Record<string, Node> };
  const records = Object.entries(schemas).map(
    ([name, schema]) =>
      `<details><summary><code>${escaped(name)}</code></summary>${record(name, schema)}</details>`,
  );
  const { description } = document["info"] as Record<string, string>;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${TOOL_NAME} API</title><style>${STYLE}</style></head>
<body>
<h1>${TOOL_NAME} API ${escaped(version)}</h1>
<p>${escaped(description ?? "")} The same as <a href="/api/openapi.json">OpenAPI</a>.</p>
${groups.join("\n")}
<h2>Records</h2>
${records.join("\n")}
</body>
</html>
`;
}

function section({ method, path, operation }: { method: string; path: string; operation: Node }): string {
  const parameters = (operation["parameters"] as readonly Node[]).map(
    ({ name, in: place, required, schema }) =>
      `<li><code>${escaped(String(name))}</code> in ${escaped(String(place))}${required === true ? ", required" : ""}: <code>${escaped(JSON.stringify(schema))}</code></li>`,
  );
  const body =
    operation["requestBody"] === undefined ? "" : `<p>Body: ${links(operation["requestBody"])}</p>`;
  return `<details><summary><code>${method} ${escaped(path)}</code><span>${escaped(String(operation["summary"]))}</span></summary>
<ul>${parameters.join("")}</ul>${body}<p>Reply: ${links(operation["responses"])}</p></details>`;
}

/** The records that a part of the document refers to. */
function links(part: unknown): string {
  const names = [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name = ""]) => name,
  );
  return names.length === 0
    ? "an event stream"
    : names.map((name) => `<a href="#${name}"><code>${name}</code></a>`).join(", ");
}

/** The target of a link is inside: going there opens what is folded. */
const record = (name: string, schema: Node): string =>
  `<pre id="${escaped(name)}">${escaped(JSON.stringify(schema, null, 2))}</pre>`;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
