import type { ShieldBand } from "../../core/scoring/Bands.ts"

/** Result of a verification. */
export interface ShieldDecision {
  /** Whether to accept the form according to the contract (section 7.4) and the verifier's options. */
  readonly accepted: boolean
  /**
   * Kind of the decision.
   *
   * - `human`: Gatehouse accepts the token, and `score` is its confidence.
   * - `rejected`: the form must not be accepted.
   * - `degraded`: the form is accepted, but the token is empty or from an outage, so the sender may be a bot.
   * - `unavailable`: there is no verdict.
   */
  readonly kind: "human" | "rejected" | "degraded" | "unavailable"
  /** Score from 0 (very likely a bot) to 100 (very likely a person). */
  readonly score?: number
  readonly band?: ShieldBand
  /** Visitor's country (ISO 3166-1 alpha-2) and network, such as `AS64500`. */
  readonly geo?: { readonly country: string; readonly asn: string }
  /** Spam score from 0 to 1. Present if the request has a `text` and the site enables spam detection. */
  readonly spamScore?: number
  readonly language?: string
  /** Short reason for your log. Do not show it to the visitor, because it would help a bot. */
  readonly error?: string
  /** Seconds to wait before the next request, if Gatehouse sent `Retry-After`. */
  readonly retryAfterSeconds?: number
}

/**
 * Reason for a log entry.
 *
 * - `service_unavailable`: there was no complete response in time.
 * - `service_error`: the response is invalid (5xx, a redirect, or a body that violates the contract).
 * - `rate_limited`: Gatehouse responded with 429.
 * - `request_refused`: Gatehouse responded with another 4xx, or the secret is unknown. This is an error in the
 *   configuration or the form, not an outage.
 * - `body_not_parsed`: the middleware found no parsed body and rejected the form.
 */
export type ShieldLogReason =
  | "service_error"
  | "service_unavailable"
  | "rate_limited"
  | "request_refused"
  | "body_not_parsed"

/** Log entry with the fields that the contract recommends. */
export interface ShieldLogEntry {
  readonly reason: ShieldLogReason
  /** Visitor's address from the framework; null if unknown. */
  readonly ip: string | null
  /** Time of the event in ISO 8601, UTC. */
  readonly at: string
}

/**
 * Logger such as `console.error`. `detail` describes the event in a few words. The arguments never contain the secret.
 */
export type ShieldLog = (entry: ShieldLogEntry, detail: string) => void

const logToConsole: ShieldLog = (entry, detail) => console.error("shield:", entry, detail)

/** Writes an entry. Ignores failures of the log, so that no form is lost because of them. */
export const writeLogEntry = (
  log: ShieldLog = logToConsole,
  reason: ShieldLogReason,
  ip: string | null,
  detail: string
): void => {
  try {
    const result: unknown = log({ reason, ip, at: new Date().toISOString() }, detail)
    if (result instanceof Promise) result.catch(() => {})
  } catch {
    // A failing log must not lose the form.
  }
}
