import { plainLine } from "../../kernel/PlainLine.ts"

/** Scopes of an entry, from the narrowest to the widest. */
export const targetKinds = ["url", "page", "prefix", "host", "domain"] as const

/**
 * Scope of a blocklist entry. `expression` is canonical (see `WebUrl`), without scheme, user info and port:
 * - `url`: exactly this host, path and query (`example.com/a?b=1`)
 * - `page`: this path with or without `www.` and trailing slash, with any query (`example.com/a`); if the expression has a `?`,
 *   only with these parameters (see `pageExpression`)
 * - `prefix`: this path and everything below it, any query (`example.com/a/`)
 * - `host`: exactly this host (`www.example.com`)
 * - `domain`: this host and all its subdomains (`example.com`)
 */
export interface BlocklistTarget {
  readonly kind: typeof targetKinds[number]
  readonly expression: string
}

/** `allow` overrides threat sources and imported entries. */
export type ListingAction = "block" | "allow"

/** Entry of the blocklist. Each source has at most one entry per target and action; a new one replaces the old one. */
export interface BlocklistEntry extends BlocklistTarget {
  readonly id: number
  readonly action: ListingAction
  readonly reason: string
  /** Origin: `operator`, `submission:17`, or the name of an imported list. */
  readonly source: string
  readonly author: string
  /** Whether the entry was forced although its target is shared by many sites or users. For audits. */
  readonly forced: boolean
  /** Time at which the entry was added or last renewed. */
  readonly createdAt: Date
  /** Null: never. */
  readonly expiresAt: Date | null
}

export type NewBlocklistEntry = Omit<BlocklistEntry, "id">

export const reasonCharsMax = 200
export const sourceCharsMax = 200

/** Cleans free text of an entry: one line, without characters that a database or terminal cannot handle. */
export const entryText = (text: string): string => plainLine(text)

/** Default reasons, for entries added by hand or from a list, and for reviewed reports. */
export const defaultReasons = { manual: "by the operator", reviewed: "reported and reviewed" } as const

/** Source of entries added one by one by an operator. */
export const operatorSource = "operator"

export const submissionSource = (id: number): string => `submission:${id}`

/** Reports whether a person decided on this target. Otherwise, the entry comes from an imported list. */
export const isManual = ({ source }: Pick<BlocklistEntry, "source">): boolean =>
  source === operatorSource || /^submission:\d+$/.test(source)
