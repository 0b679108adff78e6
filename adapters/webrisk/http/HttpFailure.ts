import { Data } from "effect"

/**
 * - `unreached`: nobody answered: no address, no connection, or one that broke
 * - `slow`: not all of the answer came in time
 * - `too long`: more of it came than is taken
 * - `status`: it is not the kind of answer that was asked for
 * - `content`: it cannot be read
 */
export type HttpProblem = "unreached" | "slow" | "too long" | "status" | "content"

/** A request that came to nothing. The message names host and path alone: a query or a header may hold a key. */
export class HttpFailure extends Data.TaggedError("HttpFailure")<{
  readonly problem: HttpProblem
  readonly status: number | null
  readonly retryAfterMillis: number | null
  /** Where a redirect leads; absent for anything else. */
  readonly location?: string
  readonly message: string
  /** How an answer with such a status begins, for what can read vendors' errors; empty else. */
  readonly body: Uint8Array
}> {}

/** `Retry-After` as seconds or as a date (RFC 9110, section 10.2.3), from now; null for anything else. */
export const retryAfterMillis = (text: string | null, now: number): number | null => {
  if (text === null) return null
  if (/^\d{1,10}$/.test(text.trim())) return Number(text) * 1000
  const at = text.length <= 40 && /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

/** Names of errors that runtimes give to broken connections, such as `ECONNREFUSED`; their sentences may hold the URL. */
export const causeName = (cause: unknown): string | null => {
  for (let at = cause, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    if ("code" in at && typeof at.code === "string" && /^\w{1,40}$/.test(at.code)) return at.code
  }
  return null
}
