import type { ShieldBand } from "../../core/scoring/Bands.ts"

/** The result of a verification, and whether to accept the form. */
export interface ShieldDecision {
  /** Whether the form passes under the contract's policy (section 7.4) and the verifier's options. */
  readonly accepted: boolean
  /**
   * `human`: Gatehouse accepts the token, and `score` is its confidence; `rejected`: never accept the form; `degraded`: passes,
   * although it is unknown whether a person sent it (empty token, or a token from an outage); `unavailable`: no verdict.
   */
  readonly kind: "human" | "rejected" | "degraded" | "unavailable"
  /** 0 (very likely a bot) to 100 (very likely a person). */
  readonly score?: number
  readonly band?: ShieldBand
  /** The visitor's country (ISO 3166-1 alpha-2) and network (`AS64500`). */
  readonly geo?: { readonly country: string; readonly asn: string }
  /** Spam score, 0 to 1; present if the request has a `text` and the site enables it. */
  readonly spamScore?: number
  readonly language?: string
  /** A short reason for your log. Do not show it to the visitor, because it tells a bot what to improve. */
  readonly error?: string
  /** How many seconds Gatehouse asks to wait, if it says so. */
  readonly retryAfterSeconds?: number
}

/**
 * Why there was no verdict. `service_unavailable`: no complete response in time; `service_error`: an invalid response (5xx, a
 * redirect, or a body outside of the contract); `rate_limited`: 429; `request_refused`: another 4xx, which is not an outage but a
 * configuration error, a field that no legitimate form contains, or an unknown secret; `body_not_parsed`: a middleware found no
 * parsed body and rejected the form.
 */
export type ShieldLogReason =
  | "service_error"
  | "service_unavailable"
  | "rate_limited"
  | "request_refused"
  | "body_not_parsed"

/** Log entry that the contract recommends. */
export interface ShieldLogEntry {
  readonly reason: ShieldLogReason
  /** The visitor's address as the framework reports it; null if unknown. */
  readonly ip: string | null
  /** ISO 8601, UTC. */
  readonly at: string
}

/** Logger such as `console.error`. The second argument describes the event in a few words. Neither contains the secret. */
export type ShieldLog = (entry: ShieldLogEntry, detail: string) => void

const logToConsole: ShieldLog = (entry, detail) => console.error("shield:", entry, detail)

/** Writes an entry. Ignores failures of the log, so that they do not lose a form. */
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
    // Ignored, as above.
  }
}
