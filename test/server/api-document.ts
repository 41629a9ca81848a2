import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { openApiDocument } from "#server/openapi";

export interface Operation {
  readonly operationId: string;
  readonly parameters: readonly ApiParameter[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, ApiResponse>>;
}

interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: { readonly enum?: readonly string[] };
}

interface ApiResponse {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, ApiResponse>>;
  };
}

export const apiDocument = openApiDocument("1.2.3") as unknown as ApiDocument;

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: "api", components: apiDocument.components });

/** The response must be one that the document promises for this path, method and status. */
export function checkAnswer(method: string, path: string, response: Response, body: unknown): void {
  if (!path.startsWith("/api/") || method === "HEAD" || method === "OPTIONS") return;
  const operation = operationAt(method, path);
  const promised = operation?.responses[response.status] ??
    operation?.responses["default"] ?? { $ref: ERROR };
  const { content } = promised.$ref === undefined ? promised : apiDocument.components.responses["Error"]!;
  const type = response.headers.get("content-type")?.split(";")[0] ?? "";
  if (content === undefined) return expect(body).toBeNull();
  if (path === "/api/docs") return;
  expect(Object.keys(content)).toContain(type);
  if (type !== "application/json") return;
  const validate = validatorOf(content["application/json"]!.schema);
  validate(body);
  expect(validate.errors, `${method} ${path} → ${response.status} ${JSON.stringify(body)}`).toBeNull();
}

const ERROR = "#/components/responses/Error";

const validators = new Map<object, ValidateFunction>();

function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema) ?? ajv.compile(JSON.parse(inApi(schema)) as object);
  validators.set(schema, known);
  return known;
}

const inApi = (schema: object): string =>
  JSON.stringify(schema).replaceAll('"#/components', '"api#/components');

/** As the server matches: fixed words before parameters. */
function operationAt(method: string, path: string): Operation | undefined {
  const matching = Object.entries(apiDocument.paths)
    .filter(([template]) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path))
    .sort(([a], [b]) => a.split("{").length - b.split("{").length);
  for (const [, methods] of matching) {
    const operation = methods[method.toLowerCase()];
    if (operation !== undefined) return operation;
  }
  return undefined;
}
