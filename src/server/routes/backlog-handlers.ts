import { ToolError } from "#contracts/error";
import type { BACKLOG_ROUTES } from "#contracts/schema/routes/backlog-routes";
import { addItem } from "#engine/operations/backlog/add-item";
import { deleteItem } from "#engine/operations/backlog/delete-item";
import { editItemFields } from "#engine/operations/backlog/edit-item";
import { inspectBackup } from "#engine/operations/backlog/inspect-backup";
import { listArchive } from "#engine/operations/archive/list-archive";
import { purgeArchive } from "#engine/operations/archive/purge-archive";
import { restoreBacklog } from "#engine/operations/backlog/restore-backlog";
import { showItem } from "#engine/operations/backlog/show-item";
import { sweepBacklog } from "#engine/operations/archive/sweep-backlog";
import { unblockItems } from "#engine/operations/backlog/unblock-items";
import { checkBacklog } from "#engine/operations/backlog/validate-backlog";
import { viewArchive } from "#engine/operations/archive/view-archive";
import type { HandlersOf } from "#server/routes/handler";
import { itemsResponse } from "#server/routes/items-response";

const P = "/api/projects/:id";

export const BACKLOG_HANDLERS: HandlersOf<typeof BACKLOG_ROUTES> = {
  [`GET ${P}/backlog`]: ({ deps: { ports }, project: { paths }, query, request }) =>
    itemsResponse(ports, paths, query, request),
  [`POST ${P}/backlog`]: async ({ deps: { ports }, project: { paths }, body }) => {
    const { backlogRoot: _, ...input } = body;
    return (await addItem(ports, paths, input)).item;
  },
  [`POST ${P}/backlog/restore`]: async ({ deps: { ports }, project: { paths } }) => {
    await restoreBacklog(ports, paths);
    return null;
  },
  [`POST ${P}/backlog/sweep`]: async ({ deps: { ports }, project: { paths }, body }) =>
    (await sweepBacklog(ports, paths, { minAgeDays: body.minAgeDays ?? null })).plan.result,
  [`POST ${P}/backlog/unblock`]: async ({ deps: { ports }, project: { paths }, body }) => {
    const { unblockedIds } = await unblockItems(ports, paths, { id: body.itemId ?? null });
    return { unblockedCount: unblockedIds.length, unblockedIds };
  },
  [`GET ${P}/backlog/validate`]: async ({ deps: { ports }, project: { paths } }) => {
    const { findings } = await checkBacklog(ports, paths, { specsDir: null });
    return { valid: findings.every(({ severity }) => severity !== "error"), findings };
  },
  [`GET ${P}/backlog/backup`]: async ({ deps: { ports }, project: { paths } }) => {
    try {
      const backup = await inspectBackup(ports, paths);
      if (backup === null) return { exists: false, modifiedAt: null, items: null, valid: false };
      return { exists: true, modifiedAt: isoOf(backup.madeMs), items: backup.items, valid: true };
    } catch (error) {
      if (!(error instanceof ToolError) || error.code === "IO_ERROR") throw error;
      const stat = await ports.files.stat(paths.backup);
      return { exists: true, modifiedAt: stat && isoOf(stat.mtimeMs), items: null, valid: false };
    }
  },
  [`GET ${P}/backlog/:itemId`]: async ({ deps: { ports }, project: { paths }, params }) =>
    (await showItem(ports, paths, { id: params.itemId })).item,
  [`PUT ${P}/backlog/:itemId`]: async ({ deps: { ports }, project: { paths }, params, body }) => {
    const { backlogRoot: _, ...changes } = body;
    return (await editItemFields(ports, paths, { id: params.itemId, changes })).item;
  },
  [`DELETE ${P}/backlog/:itemId`]: async ({ deps: { ports }, project: { paths }, params }) => {
    await deleteItem(ports, paths, { id: params.itemId });
    return null;
  },
  [`GET ${P}/archive`]: async ({ deps: { ports }, project: { paths } }) => ({
    months: await listArchive(ports, paths),
  }),
  [`GET ${P}/archive/:month`]: ({ deps: { ports }, project: { paths }, params }) =>
    viewArchive(ports, paths, { month: params.month }),
  [`DELETE ${P}/archive/:month`]: async ({ deps: { ports }, project: { paths }, params }) =>
    (await purgeArchive(ports, paths, { month: params.month })).result,
};

const isoOf = (ms: number): string => new Date(ms).toISOString();
