import type * as z from "zod";
import { MUTATION_HEADER } from "#contracts/names";
import type { ErrorCode } from "#contracts/error";
import type { Data } from "#contracts/schema/fields";
import type { ROUTES } from "#contracts/schema/routes/all-routes";
import { markAnswered, markLost } from "#web/api/server-link";

type AnyRoute = (typeof ROUTES)[number];
type RouteTable = { [R in AnyRoute as `${R["method"]} ${R["path"]}`]: R };

/** `METHOD /path` of any route of the contract. */
export type RouteKey = keyof RouteTable;
export type GetKey = Extract<RouteKey, `GET ${string}`>;
export type SendKey = Exclude<RouteKey, GetKey>;

type Shape<S> = S extends z.ZodType ? Data<S> : never;
/** A part that may be empty may be left out. */
type Part<K extends RouteKey, Name extends string> =
  RouteTable[K] extends Record<Name, infer S>
    ? Partial<Shape<S>> extends Shape<S>
      ? { readonly [N in Name]?: Shape<S> }
      : { readonly [N in Name]: Shape<S> }
    : object;

/** Path parameters, query and body of a route, as its schemas say. */
export type RouteRequest<K extends RouteKey> = Part<K, "params"> & Part<K, "query"> & Part<K, "body">;

/** What a route answers, out of its `data` wrapper. */
export type Reply<K extends RouteKey> = RouteTable[K]["reply"] extends { readonly data: infer S }
  ? Shape<S>
  : never;

/** `UNREACHABLE` is ours: no answer came at all, and status is 0. */
export interface ApiError extends Error {
  readonly code: ErrorCode | "UNREACHABLE";
  readonly details: Readonly<Record<string, unknown>>;
  /** Of HTTP. */
  readonly status: number;
}

export interface CallExtra {
  readonly signal?: AbortSignal;
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean;
}

interface LooseRequest {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** One request to the tool's own server; what it refuses is thrown as an ApiError. */
export async function call<K extends RouteKey>(
  key: K,
  request: RouteRequest<K>,
  extra: CallExtra = {},
): Promise<Reply<K>> {
  const [method = "GET", path = ""] = key.split(" ");
  const { params, query, body }: LooseRequest = request;
  const response = await reach(addressOf(path, params, query), {
    ...extra,
    method,
    headers: { [MUTATION_HEADER]: "true", "Content-Type": "application/json" },
    ...(method === "GET" || method === "DELETE" ? {} : { body: JSON.stringify(body ?? {}) }),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refusal(response, answer);
  return (isWrapped(answer) ? answer.data : answer) as Reply<K>;
}

/** Where a route is, with its parameters filled in. */
export function addressOf(
  path: string,
  params: LooseRequest["params"] = {},
  query: LooseRequest["query"] = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  return asked.length === 0
    ? filled
    : `${filled}?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`;
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === "ApiError";
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(address, init);
    markAnswered();
    return response;
  } catch (error) {
    if (init.signal?.aborted !== true) markLost();
    throw apiError("The server does not answer.", {
      code: "UNREACHABLE",
      details: {},
      status: 0,
      cause: error,
    });
  }
}

function refusal(response: Response, answer: unknown): ApiError {
  const { status } = response;
  const error = isRefusal(answer)
    ? answer.error
    : { code: "INTERNAL_ERROR" as const, message: response.statusText };
  return apiError(error.message, { code: error.code, details: error.details ?? {}, status });
}

function apiError(message: string, rest: Omit<ApiError, "name" | "message">): ApiError {
  return Object.assign(new Error(message), { name: "ApiError", ...rest });
}

interface Refusal {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details?: ApiError["details"];
  };
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isWrapped = (answer: unknown): answer is { readonly data: unknown } =>
  isObject(answer) && "data" in answer;
const isRefusal = (answer: unknown): answer is Refusal =>
  isObject(answer) && "error" in answer && isObject(answer.error) && "message" in answer.error;
