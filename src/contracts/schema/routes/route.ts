import * as z from "zod";
import { nonEmpty } from "#contracts/schema/fields";

/** `event-stream`: server-sent events, whose data are described by the events themselves. */
export type RouteReply =
  | { readonly kind: "data"; readonly data: z.ZodType }
  /** Answered without the `data` wrapper. */
  | { readonly kind: "bare"; readonly data: z.ZodType }
  | { readonly kind: "event-stream"; readonly events: readonly string[] };

/** One HTTP route as data: server, web client and OpenAPI derive from it (spec: HTTP API). */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With parameters as `:name`. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodObject;
  /** Of text values, turned into what they stand for. */
  readonly query?: z.ZodObject;
  /** Strict; an absent body is an empty object. */
  readonly body?: z.ZodObject;
  readonly reply: RouteReply;
  /** Of success. */
  readonly status: 200 | 201;
}

/** The project's folder name below the root directory. */
export const projectParams = z.object({ id: nonEmpty });

/** A backlog inside the project; absent: the project's own. */
export const backlogRoot = z.string().min(1).optional();

/** Of every GET and DELETE of a project. */
export const rootQuery = z.strictObject({ backlogRoot });

/** Of every POST and PUT of a project that asks nothing else. */
export const rootBody = z.strictObject({ backlogRoot });

/** Success without anything to say. */
export const nothing = z.null();

/** Keeps the schema's own type: the web client reads it from the table of routes. */
export function data<S extends z.ZodType>(schema: S): { readonly kind: "data"; readonly data: S } {
  return { kind: "data", data: schema };
}
