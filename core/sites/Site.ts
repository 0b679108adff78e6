import type { AccountId, SiteId } from "../kernel/Ids.ts"

/** Site that Shield protects. The text of a secret is shown only once, and only its digest is stored. */
export interface Site {
  readonly id: SiteId
  readonly accountId: AccountId
  readonly name: string
  /** Public key that is embedded in the page. */
  readonly siteKey: string
  /** Digests of the active secrets, newest first: one, or two after a rotation. */
  readonly secretDigests: ReadonlyArray<string>
  /** Host names on which tokens are valid, in lower-case ASCII. `*.example.com` covers all names below example.com. */
  readonly hostnames: ReadonlyArray<string>
  readonly options: SiteOptions
  readonly createdAt: Date
}

/** Maximum number of active secrets: the newest, and the previous one until the site's servers use the newest. */
export const activeSecretsMax = 2
export const hostnamesMax = 50
export const sitesMax = 1_000

/** Options chosen by the site's owner. */
export interface SiteOptions {
  /** True if a verification analyzes `text`. The response then has `spam_score` and `language`. */
  readonly spamDetection: boolean
  /** True if the account's address and domain rules apply. Disposable addresses depend on `disposableEmails`. */
  readonly emailRules: boolean
  readonly disposableEmails: "allow" | "reject"
  /** True if the account's network and country rules apply. */
  readonly ipRules: boolean
  /**
   * Minimum score of tokens. Tokens with a lower score are rejected. The default of 0 accepts all tokens, because the
   * score is only informational in the API contract.
   */
  readonly scoreMin: number
  /**
   * Handling of empty and degraded tokens: `allow` (as in the API contract), `limit` (up to `degradedPerMinuteMax`), or
   * `reject`.
   */
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
