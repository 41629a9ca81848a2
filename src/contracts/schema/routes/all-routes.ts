import { BACKLOG_ROUTES } from "#contracts/schema/routes/backlog-routes";
import { LOOP_ROUTES } from "#contracts/schema/routes/loop-routes";
import { PROJECT_ROUTES } from "#contracts/schema/routes/project-routes";
import { SERVICE_ROUTES } from "#contracts/schema/routes/service-routes";

/** Every HTTP route, in the order of registration. */
export const ROUTES = [...SERVICE_ROUTES, ...PROJECT_ROUTES, ...BACKLOG_ROUTES, ...LOOP_ROUTES] as const;
