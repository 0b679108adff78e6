import type { AccountId, SiteId } from "../kernel/Ids.ts"

/** Site protected by Shield. The secret's text is shown once; only digests are stored, two during a rotation. */
export interface Site {
  readonly id: SiteId
  readonly accountId: AccountId
  readonly name: string
  /** Public key, embedded in the page. */
  readonly siteKey: string
  /** Newest first, one or two. */
  readonly secretDigests: ReadonlyArray<string>
  /** Host names on which tokens are valid, lower-case ASCII; `*.example.com` for all names below example.com. */
  readonly hostnames: ReadonlyArray<string>
  readonly options: SiteOptions
  readonly createdAt: Date
}

/** Active secrets: the newest, and the previous one until the operator's servers use the new one. */
export const activeSecretsMax = 2
export const hostnamesMax = 50
export const sitesMax = 1_000

/** Options chosen by the site's owner. */
export interface SiteOptions {
  /** Whether to analyze `text` in a verification. Adds `spam_score` and `language` to the response. */
  readonly spamDetection: boolean
  /** Whether the account's address and domain rules apply. Disposable addresses depend on `disposableEmails`. */
  readonly emailRules: boolean
  readonly disposableEmails: "allow" | "reject"
  /** Whether the account's network and country rules apply. */
  readonly ipRules: boolean
  /** Tokens with a lower score are rejected. 0 accepts all (in the contract, the score is informational). */
  readonly scoreMin: number
  /** Handling of empty and degraded tokens: `allow` (the contract), `limit` per minute, or `reject`. */
  readonly degraded: "allow" | "limit" | "reject"
  readonly degradedPerMinuteMax: number
}

export const siteOptionsDefault: SiteOptions = {
  spamDetection: true,
  emailRules: true,
  disposableEmails: "allow",
  ipRules: true,
  scoreMin: 0,
  degraded: "allow",
  degradedPerMinuteMax: 20
}

/** Name by which the demo page finds its site. */
export const demoSiteName = "demo"

/** Host names of a server on the browser's own machine. */
export const loopbackHostnames: ReadonlyArray<string> = ["localhost", "127.0.0.1", "[::1]"]
