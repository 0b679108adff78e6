/**
 * What a blocklist entry covers. `expression` is canonical (see `WebUrl`), without scheme, user info and port:
 * - `url`: exactly this host, path and query (`example.com/a?b=1`)
 * - `prefix`: this path and everything below it, any query (`example.com/a/`)
 * - `host`: exactly this host (`www.example.com`)
 * - `domain`: this host and all its subdomains (`example.com`)
 */
export interface BlocklistTarget {
  readonly kind: "url" | "prefix" | "host" | "domain"
  readonly expression: string
}

/** `allow` makes an exception from threat sources and from what was imported. */
export type ListingAction = "block" | "allow"

export interface BlocklistEntry extends BlocklistTarget {
  readonly id: number
  /** Why, in the words of who added it. */
  readonly reason: string
  /** Where it comes from: `operator`, `submission:17`, a feed's name. */
  readonly source: string
  readonly createdAt: Date
  /** Null: never. */
  readonly expiresAt: Date | null
}
