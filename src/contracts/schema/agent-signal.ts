import * as z from "zod";
import { ITEM_TYPES, PRIORITIES } from "#contracts/item-rules";
import { MIN_ACCEPTANCE_CRITERIA, MIN_REVIEW_ITEMS } from "#contracts/limits";
import { nonEmpty, type Data } from "#contracts/schema/fields";

/** One issue that a reviewer found. */
export const reviewItemSchema = z.object({
  type: z.enum(ITEM_TYPES),
  priority: z.literal(PRIORITIES),
  title: nonEmpty,
  description: z.string(),
  acceptanceCriteria: z.array(z.string()).min(MIN_ACCEPTANCE_CRITERIA),
});
export type ReviewItem = Data<typeof reviewItemSchema>;

/** Carried by the review signal (spec: Agent signals). */
export const reviewPayloadSchema = z.object({
  items: z.array(reviewItemSchema).min(MIN_REVIEW_ITEMS),
  summary: z.string(),
});
export type ReviewPayload = Data<typeof reviewPayloadSchema>;
