import type { GatehouseFailure } from "../../client/index.ts"
import type { ShieldLogReason } from "../../shield/index.ts"

/** Returns the reason that the log states for a failed call. */
export const logReasonOf = (code: GatehouseFailure["code"]): ShieldLogReason => {
  switch (code) {
    case "rate_limited":
      return "rate_limited"
    case "connection_failed":
    case "timeout":
      return "service_unavailable"
    case "server_error":
    case "unavailable":
    case "unexpected_response":
      return "service_error"
    default:
      return "request_refused"
  }
}
