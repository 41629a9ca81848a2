import * as z from "zod";
import { ERROR_CODES } from "#contracts/error";
import { settings, type Data } from "#contracts/schema/fields";

/** Every failure, over HTTP and with --json on stderr (spec: Errors). */
export const errorEnvelopeSchema = z.object({
  error: z.object({ code: z.enum(ERROR_CODES), message: z.string(), details: settings.optional() }),
});
export type ErrorEnvelope = Data<typeof errorEnvelopeSchema>;
