import type { ApiDocument, Operation } from "./api-document.ts";

/** A module of one function for each operation, written from the document alone; what the server refuses is thrown with its status. */
export function generateClient(document: ApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      clientFunction(method.toUpperCase(), path, operation),
    ),
  );
  return `${RUNTIME}\n${operations.join("\n")}\n`;
}

function clientFunction(
  method: string,
  path: string,
  { operationId, parameters, requestBody }: Operation,
): string {
  const of = (place: string) => parameters.filter((one) => one.in === place);
  const headers = Object.fromEntries(of("header").map(({ name, schema }) => [name, schema.enum?.[0] ?? ""]));
  const url = `\`${path.replaceAll(/\{(\w+)\}/g, "${encodeURIComponent(given.$1)}")}\``;
  const query = JSON.stringify(of("query").map(({ name }) => name));
  const body = requestBody === undefined ? "undefined" : "body";
  return `export const ${operationId} = (base, given = {}, body = {}) =>
  call(base, ${JSON.stringify(method)}, ${url}, ${query}, given, ${JSON.stringify(headers)}, ${body});`;
}

const RUNTIME = `
async function call(base, method, path, names, given, headers, body) {
  const query = new URLSearchParams(names.filter((name) => given[name] !== undefined).map((name) => [name, String(given[name])]));
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(base + path + (query.size === 0 ? "" : "?" + query), {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...sent,
  });
  if (response.headers.get("content-type").startsWith("text/event-stream")) return response;
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.error.message), { status: response.status, ...answer.error });
  return "data" in answer ? answer.data : answer;
}
`;
