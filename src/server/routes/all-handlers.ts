import type { Handler, RouteKey } from "#server/routes/handler";
import { BACKLOG_HANDLERS } from "#server/routes/backlog-handlers";
import { LOOP_HANDLERS } from "#server/routes/loop-handlers";
import { PROJECT_HANDLERS } from "#server/routes/project-handlers";
import { SERVICE_HANDLERS } from "#server/routes/service-handlers";

/** What each route of the contract does; one without a handler doesn't compile. */
export const HANDLERS: { readonly [K in RouteKey]: Handler<K> } = {
  ...SERVICE_HANDLERS,
  ...PROJECT_HANDLERS,
  ...BACKLOG_HANDLERS,
  ...LOOP_HANDLERS,
};
