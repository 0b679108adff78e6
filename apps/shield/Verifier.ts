import { shieldBands } from "../../core/scoring/Bands.ts"
import { parseBaseUrl } from "./BaseUrl.ts"
import { type ShieldDecision, type ShieldLog, type ShieldLogReason, writeLogEntry } from "./Decision.ts"
import { postJson, type PostResult } from "./PostJson.ts"

/** Default timeout for the complete response, as in the contract's sample clients (section 7.4). */
export const verifyMillisMax = 3_000
/** Maximum characters of the token that siteverify accepts. Forms with a longer token are rejected. */
export const tokenCharsMax = 512
export const textCharsMax = 20_000
export const emailCharsMax = 1_000
export const honeypotCharsMax = 1_000
/** Maximum characters of a server message that the log includes. */
const detailCharsMax = 200

export interface VerifierOptions {
  /** Secret key of the site. */
  readonly secret: string
  /** Base URL of Gatehouse, such as `https://gatehouse.example.com`. */
  readonly baseUrl: string
  readonly timeoutMillis?: number
  /** Handling of forms while Gatehouse is down, slow or failing. The default, `allow`, follows the contract. */
  readonly onServiceError?: "allow" | "reject"
  /**
   * Handling of forms when Gatehouse responds with 429. The default is `reject`: an attacker can cause 429 by flooding
   * a form, so `allow` would be a bypass. The visitor may send the form again, because the token has not been used.
   */
  readonly onRateLimited?: "allow" | "reject"
  readonly log?: ShieldLog
  readonly fetch?: typeof fetch
}

/** Values of a form to verify. */
export interface VerifyRequest {
  /** Value of the field `shield-token`. A missing value counts as empty. */
  readonly token: string | null | undefined
  readonly email?: string | null | undefined
  readonly text?: string | null | undefined
  /** Value of your hidden honeypot field, which people leave empty. */
  readonly honeypot?: string | null | undefined
  /** Visitor's address, only for the log. It is not sent to Gatehouse. */
  readonly remoteAddress?: string | null | undefined
}

export type Verify = (request: VerifyRequest) => Promise<ShieldDecision>

/**
 * Creates a function that verifies forms with Gatehouse. The promise that the function returns never rejects,
 * and resolves within `timeoutMillis`.
 *
 * @throws TypeError if an option is invalid
 */
export const createVerifier = (options: VerifierOptions): Verify => {
  const { log, onRateLimited = "reject", onServiceError = "allow", secret } = options
  const millisMax = options.timeoutMillis ?? verifyMillisMax
  const url = `${parseBaseUrl("shield", options.baseUrl)}/shield/siteverify`
  if (typeof secret !== "string" || secret === "") throw new TypeError("shield: secret is missing")
  if (secret.startsWith("gh_site_")) {
    throw new TypeError("shield: secret is the site key; use the secret key, gh_secret_…")
  }
  for (const [name, option] of Object.entries({ onRateLimited, onServiceError })) {
    if (option !== "allow" && option !== "reject") throw new TypeError(`shield: ${name} is neither allow nor reject`)
  }
  if (!(millisMax > 0 && millisMax <= 60_000)) throw new TypeError("shield: timeoutMillis is not 1 to 60000")

  return async ({ remoteAddress, ...input }) => {
    const fields = fieldsOf(input)
    if (fields.token.length > tokenCharsMax) return rejected("invalid token")
    // Reads the global `fetch` on each call, because monitoring tools may replace it later.
    const fetcher = options.fetch ?? globalThis.fetch
    const result = await postJson(fetcher, url, bodyOf(secret, fields), millisMax)
    // Server messages may repeat the request, so the secret is removed from them.
    const verdict = parseVerdict(result, (text) => text.replaceAll(secret, "[secret]").slice(0, detailCharsMax))
    const ip = typeof remoteAddress === "string" && remoteAddress !== "" ? remoteAddress : null
    if ("accepted" in verdict) {
      // The log must report an invalid secret, because it causes every form to be rejected.
      if (verdict.error === "invalid secret") writeLogEntry(log, "request_refused", ip, invalidSecretDetail)
      return verdict
    }
    const { detail, reason, retryAfter } = verdict
    writeLogEntry(log, reason, ip, detail)
    // siteverify checks the honeypot first, so a filled honeypot is rejected without a verdict too.
    if (fields.honeypot !== "") return rejected("honeypot")
    if (reason === "request_refused") return rejected(detail)
    const policy = reason === "rate_limited" ? onRateLimited : onServiceError
    return {
      accepted: policy === "allow",
      kind: "unavailable",
      error: detail,
      ...retryAfter === null ? {} : { retryAfterSeconds: retryAfter }
    }
  }
}

const invalidSecretDetail = "invalid or revoked secret; every form is rejected"

const rejected = (error: string): ShieldDecision => ({ accepted: false, kind: "rejected", error })

type Fields = Readonly<Record<"token" | "email" | "text" | "honeypot", string>>

const fieldsOf = ({ email, honeypot, text, token }: Omit<VerifyRequest, "remoteAddress">): Fields => ({
  token: textOf(token),
  email: truncate(textOf(email), emailCharsMax),
  text: truncate(textOf(text), textCharsMax),
  honeypot: truncate(textOf(honeypot), honeypotCharsMax)
})

/** Converts a value to text, so that it is checked. A visitor can make body parsers return lists and objects. */
const textOf = (value: unknown): string => {
  if (typeof value === "string") return value
  if (value === undefined || value === null) return ""
  try {
    return String(value) || "[]"
  } catch {
    return "[object]"
  }
}

const bodyOf = (secret: string, { token, ...more }: Fields): string =>
  JSON.stringify({ secret, token, ...Object.fromEntries(Object.entries(more).filter(([, text]) => text !== "")) })

/** Truncates text to `charsMax` without splitting a surrogate pair. */
const truncate = (text: string, charsMax: number): string => text.slice(0, charsMax).replace(/[\ud800-\udbff]$/, "")

/** Failed verification, without a verdict on the form. `retryAfter` is in seconds. */
interface Fault {
  readonly reason: ShieldLogReason
  readonly detail: string
  readonly retryAfter: number | null
}

/** Returns a server message that is safe to log. */
type Redact = (text: string) => string

const parseVerdict = (result: PostResult, redact: Redact): ShieldDecision | Fault => {
  if (result.kind === "failed") return { reason: "service_unavailable", detail: result.reason, retryAfter: null }
  const { json, retryAfter, status } = result
  const fault = (reason: ShieldLogReason, detail: string): Fault => ({ reason, detail, retryAfter })
  const body: Record<string, unknown> = typeof json === "object" && json !== null ? { ...json } : {}
  const message = [body["error"], body["message"]].find((text) => typeof text === "string" && text !== "")
  const detail = message === undefined ? null : redact(String(message))
  if (status === 429) return fault("rate_limited", "HTTP 429")
  if (status >= 400 && status < 500) {
    return fault("request_refused", `HTTP ${status}${detail === null ? "" : `: ${detail}`}`)
  }
  if (status !== 200) return fault("service_error", `HTTP ${status}`)
  // `success: false` is a rejection, even if the body contains other fields.
  if (body["success"] === false) return rejected(detail ?? "rejected")
  if (body["success"] !== true) return fault("service_error", "not a siteverify response")
  if (body["degraded"] === true) return { accepted: true, kind: "degraded" }
  return parseHumanVerdict(body) ?? fault("service_error", "a siteverify response without a score")
}

const parseHumanVerdict = (body: Record<string, unknown>): ShieldDecision | null => {
  const { geo, language, score, spam_score } = body
  if (typeof score !== "number" || !(score >= 0 && score <= 100)) return null
  const { asn, country }: Record<string, unknown> = typeof geo === "object" && geo !== null ? { ...geo } : {}
  return {
    accepted: true,
    kind: "human",
    score,
    band: shieldBands.nameOf(score),
    ...typeof asn === "string" && typeof country === "string" ? { geo: { country, asn } } : {},
    ...typeof spam_score === "number" ? { spamScore: spam_score } : {},
    ...typeof language === "string" ? { language } : {}
  }
}
