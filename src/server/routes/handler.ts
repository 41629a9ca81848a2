import type * as z from "zod";
import type { Data } from "#contracts/schema/fields";
import type { ROUTES } from "#contracts/schema/routes/all-routes";
import type { Route } from "#contracts/schema/routes/route";
import type { Project } from "#engine/operations/projects/resolve-project";
import type { ServerDeps } from "#server/server-deps";

type KeyOf<R extends Route> = R extends Route ? `${R["method"]} ${R["path"]}` : never;
type RouteTable = { [R in (typeof ROUTES)[number] as KeyOf<R>]: R };

/** `METHOD /path` of any route of the contract. */
export type RouteKey = keyof RouteTable;

type Shape<S> = S extends z.ZodType ? Data<S> : never;
type Nothing = Readonly<Record<string, undefined>>;
type Part<K extends RouteKey, Name extends string> =
  RouteTable[K] extends Record<Name, infer S> ? Shape<S> : Nothing;

/** One request that has passed every check its route declares. */
export interface Call<K extends RouteKey> {
  readonly deps: ServerDeps;
  readonly request: Request;
  readonly params: Part<K, "params">;
  readonly query: Part<K, "query">;
  readonly body: Part<K, "body">;
  /** Inside the root directory, links followed; null for a route that names none. */
  readonly project: K extends `${string}/:id${string}` ? Project : null;
}

export type Reply<K extends RouteKey> = RouteTable[K]["reply"] extends { readonly data: infer S }
  ? Shape<S>
  : never;

/** Gives the data of its route's reply, which is wrapped for it, or a response that is complete already. */
export type Handler<K extends RouteKey> = (call: Call<K>) => Promise<Reply<K> | Response>;

/** One for each route of a group: a route without one doesn't compile. */
export type HandlersOf<G extends readonly Route[]> = {
  readonly [K in KeyOf<G[number]> & RouteKey]: Handler<K>;
};
