import * as z from "zod";
import { ITEM_STATUSES, ITEM_TYPES } from "#contracts/item-rules";
import {
  archiveEntrySchema,
  archiveMonthSchema,
  purgeResultSchema,
  sweepResultSchema,
} from "#contracts/schema/archive";
import { backlogItemSchema } from "#contracts/schema/backlog-item";
import { count, month, nonEmpty, timestamp } from "#contracts/schema/fields";
import { createItemInputSchema, updateItemInputSchema } from "#contracts/schema/item-input";
import {
  backlogRoot,
  data,
  nothing,
  projectParams,
  rootBody,
  rootQuery,
  type Route,
} from "#contracts/schema/routes/route";
import { validationReportSchema } from "#contracts/schema/validation";

/** Orders of the item list; the first is the default. */
export const ITEM_SORTS = ["priority", "id", "status"] as const;
export type ItemSort = (typeof ITEM_SORTS)[number];

/** What an unblock requeued. */
export const unblockResultSchema = z.object({ unblockedCount: count, unblockedIds: z.array(z.string()) });

/** What a restore would bring back. */
export const backupInfoSchema = z.object({
  exists: z.boolean(),
  modifiedAt: timestamp.nullable(),
  items: count.nullable(),
  valid: z.boolean(),
});

const itemParams = projectParams.extend({ itemId: nonEmpty });
const monthParams = projectParams.extend({ month });
const root = "/api/projects/:id";

/** In the order of registration: the fixed words stand before `:itemId`, or they would be read as ids. */
export const BACKLOG_ROUTES = [
  {
    method: "GET",
    path: `${root}/backlog`,
    summary: "List the items",
    params: projectParams,
    query: rootQuery.extend({
      status: z.enum(ITEM_STATUSES).optional(),
      type: z.enum(ITEM_TYPES).optional(),
      sort: z.enum(ITEM_SORTS).optional(),
    }),
    reply: data(z.array(backlogItemSchema)),
    status: 200,
  },
  {
    method: "POST",
    path: `${root}/backlog`,
    summary: "Add an item",
    params: projectParams,
    body: createItemInputSchema.extend({ backlogRoot }),
    reply: data(backlogItemSchema),
    status: 201,
  },
  {
    method: "POST",
    path: `${root}/backlog/restore`,
    summary: "Bring back the copy that the last write left",
    params: projectParams,
    body: rootBody,
    reply: data(nothing),
    status: 200,
  },
  {
    method: "POST",
    path: `${root}/backlog/sweep`,
    summary: "Move done items to the archive",
    params: projectParams,
    body: rootBody.extend({ minAgeDays: z.number().min(0).optional() }),
    reply: data(sweepResultSchema),
    status: 200,
  },
  {
    method: "POST",
    path: `${root}/backlog/unblock`,
    summary: "Put one blocked item, or all of them, back to pending",
    params: projectParams,
    body: rootBody.extend({ itemId: nonEmpty.optional() }),
    reply: data(unblockResultSchema),
    status: 200,
  },
  {
    method: "GET",
    path: `${root}/backlog/validate`,
    summary: "Check the backlog; an invalid one is an answer, not an error",
    params: projectParams,
    query: rootQuery,
    reply: data(validationReportSchema),
    status: 200,
  },
  {
    method: "GET",
    path: `${root}/backlog/backup`,
    summary: "What a restore would bring back",
    params: projectParams,
    query: rootQuery,
    reply: data(backupInfoSchema),
    status: 200,
  },
  {
    method: "GET",
    path: `${root}/backlog/:itemId`,
    summary: "One item",
    params: itemParams,
    query: rootQuery,
    reply: data(backlogItemSchema),
    status: 200,
  },
  {
    method: "PUT",
    path: `${root}/backlog/:itemId`,
    summary: "Change the given fields of an item",
    params: itemParams,
    body: updateItemInputSchema.extend({ backlogRoot }),
    reply: data(backlogItemSchema),
    status: 200,
  },
  {
    method: "DELETE",
    path: `${root}/backlog/:itemId`,
    summary: "Delete an item",
    params: itemParams,
    query: rootQuery,
    reply: data(nothing),
    status: 200,
  },
  {
    method: "GET",
    path: `${root}/archive`,
    summary: "Archived months with their number of items",
    params: projectParams,
    query: rootQuery,
    reply: data(z.object({ months: z.array(archiveEntrySchema) })),
    status: 200,
  },
  {
    method: "GET",
    path: `${root}/archive/:month`,
    summary: "The items of one archived month",
    params: monthParams,
    query: rootQuery,
    reply: data(archiveMonthSchema),
    status: 200,
  },
  {
    method: "DELETE",
    path: `${root}/archive/:month`,
    summary: "Delete one archived month",
    params: monthParams,
    query: rootQuery,
    reply: data(purgeResultSchema),
    status: 200,
  },
] as const satisfies readonly Route[];
