import { sanitizeLine } from "../../kernel/SanitizeLine.ts"

/** Scopes of an entry, from the narrowest to the widest. */
export const targetKinds = ["url", "page", "prefix", "host", "domain"] as const

/**
 * Scope of a blocklist entry. `expression` is canonical (see `WebUrl`), without scheme, user info and port:
 * - `url`: exactly this host, path and query (`example.com/a?b=1`)
 * - `page`: this host and path, with or without `www.` and a trailing slash. Without `?`, any query matches
 *   (`example.com/a`). With `?`, only a URL with the same parameters matches (`example.com/a?id=1`; see
 *   `pageExpression`)
 * - `prefix`: this path on this host and everything below the path, with any query (`example.com/a/`)
 * - `host`: exactly this host (`www.example.com`)
 * - `domain`: this host and all its subdomains (`example.com`)
 */
export interface BlocklistTarget {
  readonly kind: typeof targetKinds[number]
  readonly expression: string
}

/** Effect of an entry. `allow` also overrides the threat sources. Of several entries, `decideListing` selects one. */
export type ListingAction = "block" | "allow"

/**
 * Entry of the blocklist. Each source has at most one entry per target and action. A newer entry replaces the stored
 * one.
 */
export interface BlocklistEntry extends BlocklistTarget {
  readonly id: number
  readonly action: ListingAction
  readonly reason: string
  /** Origin: `operator`, `submission:17`, or the name of an imported list. */
  readonly source: string
  readonly author: string
  /** True if `hostGuard` rejected the target and `force` overrode the guard. This field is for audits. */
  readonly forced: boolean
  /** Time at which the entry was added or last renewed. */
  readonly createdAt: Date
  /** Time of expiry. Null if the entry does not expire. */
  readonly expiresAt: Date | null
}

export type NewBlocklistEntry = Omit<BlocklistEntry, "id">

export const reasonCharsMax = 200
export const sourceCharsMax = 200

/** Cleans free text of an entry: one line, without characters that a database or terminal cannot handle. */
export const entryText = (text: string): string => sanitizeLine(text)

/** Default reasons: `manual` for entries added by hand or from a list, and `reviewed` for accepted submissions. */
export const defaultReasons = { manual: "by the operator", reviewed: "reported and reviewed" } as const

/** Source of entries added one by one by an operator. */
export const operatorSource = "operator"

export const submissionSource = (id: number): string => `submission:${id}`

/** Reports whether a person decided on the entry's target. All other entries come from imported lists. */
export const isManual = ({ source }: Pick<BlocklistEntry, "source">): boolean =>
  source === operatorSource || /^submission:\d+$/.test(source)
