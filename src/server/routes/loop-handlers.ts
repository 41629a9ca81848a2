import { API_LOG_TAIL_LINES } from "#contracts/limits";
import type { LOOP_ROUTES } from "#contracts/schema/routes/loop-routes";
import { preflightLoop } from "#engine/operations/loop/preflight-loop";
import { readLog } from "#engine/operations/loop/read-log";
import { readProgress } from "#engine/operations/loop/read-progress";
import { readStatus } from "#engine/operations/loop/read-status";
import { resetBacklog } from "#engine/operations/backlog/reset-backlog";
import { resetLoop } from "#engine/operations/loop/reset-loop";
import { requireMarker } from "#engine/operations/projects/resolve-project";
import { listActiveLoops } from "#engine/stores/active-loops";
import type { HandlersOf } from "#server/routes/handler";
import { resumeReply } from "#server/routes/resume-reply";
import { startRequest } from "#server/run-request";

const P = "/api/projects/:id";
const LAST_EVENT = "last-event-id";

export const LOOP_HANDLERS: HandlersOf<typeof LOOP_ROUTES> = {
  "GET /api/loops": async ({ deps: { ports } }) => ({ loops: await listActiveLoops(ports) }),
  [`GET ${P}/status`]: async ({ deps: { ports }, project: { paths } }) =>
    (await readStatus(ports, paths)).report,
  [`GET ${P}/log`]: ({ deps: { ports }, project: { paths }, query }) =>
    readLog(ports, paths, { tail: query.tail ?? API_LOG_TAIL_LINES }),
  [`GET ${P}/log/stream`]: async ({ deps: { streams }, project: { paths }, request }) =>
    streams.logStream(paths, request.headers.get(LAST_EVENT)),
  [`GET ${P}/progress`]: async ({ deps: { ports }, project: { paths } }) =>
    (await readProgress(ports, paths)) ?? "",
  [`GET ${P}/loop/preflight`]: ({ deps: { ports }, project: { paths } }) => preflightLoop(ports, paths),
  [`POST ${P}/loop/start`]: async ({ deps: { ports, loops, version }, project, body }) => {
    const marker = await requireMarker(ports, project);
    await loops.start(project.paths, startRequest(body, marker, version));
    return { started: true, projectPath: project.paths.projectPath };
  },
  [`POST ${P}/loop/stop`]: async ({ deps: { loops }, project: { paths } }) => {
    await loops.stop(paths);
    return { stopped: true, projectPath: paths.projectPath };
  },
  [`GET ${P}/loop/events`]: async ({ deps: { streams }, project: { paths }, request }) =>
    streams.loopEvents(paths, request.headers.get(LAST_EVENT)),
  [`POST ${P}/loop/review`]: async ({ deps: { loops, version }, project: { paths }, body }) => {
    const { model = null, sessionTimeoutMinutes = null } = body;
    await loops.review(paths, { model, sessionTimeoutMinutes, toolVersion: version });
    return { started: true };
  },
  [`POST ${P}/reset`]: async ({ deps: { ports }, project: { paths }, body }) => {
    const { pendingIds, report } = await resetLoop(ports, paths);
    if (body.clearBacklog === true) {
      const { keepProgress = false, keepLog = false } = body;
      await resetBacklog(ports, paths, { clear: true, keepProgress, keepLog });
    }
    const { treeClean, stalledReset } = report;
    return { resetCount: pendingIds.length, resetIds: pendingIds, treeClean, stalledReset };
  },
  [`POST ${P}/resume`]: ({ deps, project: { paths }, body }) => resumeReply(deps, paths, body),
};
