import type { AccountId, SiteId } from "../kernel/Ids.ts"

/** A site that Shield protects. The secret's text is shown once; only digests are stored, two while it is rotated. */
export interface Site {
  readonly id: SiteId
  readonly accountId: AccountId
  readonly name: string
  /** Public, stands in the page. */
  readonly siteKey: string
  /** Newest first, one or two. */
  readonly secretDigests: ReadonlyArray<string>
  /** Host names on which its tokens are valid, lower-case ASCII; `*.example.com` for all below example.com. */
  readonly hostnames: ReadonlyArray<string>
  readonly options: SiteOptions
  readonly createdAt: Date
}

/** Live secrets at a time: the newest, and the one before it until the operator's servers have changed over. */
export const secretsLiveMax = 2
export const hostnamesMax = 50
/** Sites of an account. */
export const sitesMax = 1_000

/** What a site's owner chose. */
export interface SiteOptions {
  /** Whether `text` of a verification is judged: gives `spam_score` and `language`. */
  readonly spamDetection: boolean
  /** Whether the account's rules on addresses and domains reject; throwaway addresses as `disposableEmails` says. */
  readonly emailRules: boolean
  readonly disposableEmails: "allow" | "reject"
  /** Whether the account's network and country rules reject visitors. */
  readonly ipRules: boolean
  /** A token with a lower score is rejected; 0 rejects none (the contract calls the score informational). */
  readonly scoreMin: number
  /** What is done with empty and degraded tokens: `allow` (the contract), `limit` to so many a minute, or `reject`. */
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

/** Of the site behind the demo's page, by which it is found. */
export const demoSiteName = "demo"

/** Under which a browser reaches a server on its own machine. */
export const loopbackHostnames: ReadonlyArray<string> = ["localhost", "127.0.0.1", "[::1]"]
