import { isApiError } from "#web/api/client";

/** What was refused, with the reason that the server gives beside it. */
export function sentenceOf(error: unknown): string {
  if (!isApiError(error)) return String(error);
  const { reason } = error.details;
  return typeof reason === "string" ? `${error.message} ${reason}` : error.message;
}
