import type { ShieldBand } from "../../core/scoring/Bands.ts"

/** What is known of who sent a form, and whether to take it. */
export interface ShieldDecision {
  /** Whether the form goes through by the contract's policy (section 7.4) and the verifier's options. */
  readonly accepted: boolean
  /**
   * `human`: Gatehouse vouches for the token, `score` says how surely; `rejected`: never take it; `degraded`: passes, though
   * nobody knows whether it is a person (empty token, or one of an outage); `unavailable`: there was no verdict.
   */
  readonly kind: "human" | "rejected" | "degraded" | "unavailable"
  /** 0 (very likely a bot) to 100 (very likely a person). */
  readonly score?: number
  readonly band?: ShieldBand
  /** Of the visitor: ISO 3166-1 alpha-2, and `AS64500`. */
  readonly geo?: { readonly country: string; readonly asn: string }
  /** 0 to 1; with `text`, where the site wants it. */
  readonly spamScore?: number
  readonly language?: string
  /** In a word or two, for your log: do not show it to the visitor, it tells a bot what to do better. */
  readonly error?: string
  /** How long Gatehouse wants to be left alone, where it said so. */
  readonly retryAfterSeconds?: number
}

/**
 * Why there was no verdict. `service_unavailable`: no whole answer in time; `service_error`: an answer that is none (5xx,
 * a redirect, something that is not the contract's); `rate_limited`: 429; `request_refused`: another 4xx, which is no
 * outage but a fault of the set-up or a field that no honest form holds, or a secret that no site has; `body_not_parsed`: a
 * middleware found nothing that a parser had read, and rejected the form.
 */
export type ShieldLogReason =
  | "service_error"
  | "service_unavailable"
  | "rate_limited"
  | "request_refused"
  | "body_not_parsed"

/** The entry that the contract recommends. */
export interface ShieldLogEntry {
  readonly reason: ShieldLogReason
  /** The visitor's address as your framework knows it, null where nobody said. */
  readonly ip: string | null
  /** ISO 8601, UTC. */
  readonly at: string
}

/** `console.error` is one. The second argument says in a few words what happened; the secret is in neither. */
export type ShieldLog = (entry: ShieldLogEntry, detail: string) => void

const toConsole: ShieldLog = (entry, detail) => console.error("shield:", entry, detail)

/** Writes an entry. A log that does not work is no reason to lose a form. */
export const tell = (
  log: ShieldLog = toConsole,
  reason: ShieldLogReason,
  ip: string | null,
  detail: string
): void => {
  try {
    const writing: unknown = log({ reason, ip, at: new Date().toISOString() }, detail)
    if (writing instanceof Promise) writing.catch(() => {})
  } catch {
    // As above.
  }
}
