import * as z from "zod";
import { backlogItemSchema } from "#contracts/schema/backlog-item";
import { count, fileObject, month, type Data } from "#contracts/schema/fields";

/** `archive/YYYY-MM.json` (spec: ArchiveMonth and SweepResult). */
export const archiveMonthSchema = fileObject({ month, items: z.array(backlogItemSchema) });
export type ArchiveMonth = Data<typeof archiveMonthSchema>;

/** What a sweep moved; the months are sorted. */
export const sweepResultSchema = z.object({ archivedCount: count, archivedMonths: z.array(month) });
export type SweepResult = Data<typeof sweepResultSchema>;

/** One row of the archive's list. */
export const archiveEntrySchema = z.object({ month, count });
export type ArchiveEntry = Data<typeof archiveEntrySchema>;

/** What a purge removed. */
export const purgeResultSchema = z.object({ purgedCount: count, purgedMonths: z.array(month) });
export type PurgeResult = Data<typeof purgeResultSchema>;
