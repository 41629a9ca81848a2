import type { Fault } from "./step.ts";
import { nextId, NO_RETRY, resetOf, type HttpAnswer } from "./wire.ts";

/** A failure as both of OpenAI's interfaces tell it; plan_limit is what accounts with a plan get. */
export function openaiFault(fault: Fault): HttpAnswer {
  const [status, type, code, message] = FAULTS[fault.kind];
  const plan = fault.kind === "plan_limit" ? { plan_type: "plus", resets_at: resetOf(fault) } : {};
  return {
    status,
    headers: { "x-request-id": nextId("req"), ...NO_RETRY },
    body: { error: { message, type, param: null, code, ...plan } },
  };
}

const FAULTS: Readonly<Record<Fault["kind"], readonly [number, string, string | null, string]>> = {
  plan_limit: [429, "usage_limit_reached", "usage_limit_reached", "The usage limit has been reached"],
  rate_limit: [
    429,
    "tokens",
    "rate_limit_exceeded",
    "Rate limit reached for model on tokens per min (TPM). Please try again in 90s.",
  ],
  overloaded: [
    503,
    "server_error",
    "server_is_overloaded",
    "The server is currently overloaded with other requests. Please try again later.",
  ],
  server: [500, "server_error", null, "The server had an error while processing your request."],
  unauthorized: [401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided: made-up."],
  no_credit: [
    429,
    "insufficient_quota",
    "insufficient_quota",
    "You exceeded your current quota, please check your plan and billing details.",
  ],
};
