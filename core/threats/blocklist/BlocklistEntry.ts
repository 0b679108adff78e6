import { plainLine } from "../../kernel/PlainLine.ts"

/** How much an entry covers, from the least to the most. */
export const targetKinds = ["url", "page", "prefix", "host", "domain"] as const

/**
 * What a blocklist entry covers. `expression` is canonical (see `WebUrl`), without scheme, user info and port:
 * - `url`: exactly this host, path and query (`example.com/a?b=1`)
 * - `page`: this path with and without `www.` and a slash at its end, with any query (`example.com/a`); where the expression
 *   has a `?`, only with these parameters (see `pageExpression`)
 * - `prefix`: this path and everything below it, any query (`example.com/a/`)
 * - `host`: exactly this host (`www.example.com`)
 * - `domain`: this host and all its subdomains (`example.com`)
 */
export interface BlocklistTarget {
  readonly kind: typeof targetKinds[number]
  readonly expression: string
}

/** `allow` makes an exception from threat sources and from what was imported. */
export type ListingAction = "block" | "allow"

/** One statement about a target. A source makes one for each target and action; said again, it replaces the one before. */
export interface BlocklistEntry extends BlocklistTarget {
  readonly id: number
  readonly action: ListingAction
  /** Why, in the words of who added it. */
  readonly reason: string
  /** Where it comes from: `operator`, `submission:17`, the name of an imported list. */
  readonly source: string
  /** Who added it. */
  readonly author: string
  /** Whether it was added although it covers what many share: for audits. */
  readonly forced: boolean
  /** When it was said last. */
  readonly createdAt: Date
  /** Null: never. */
  readonly expiresAt: Date | null
}

export type NewBlocklistEntry = Omit<BlocklistEntry, "id">

export const reasonCharsMax = 200
export const sourceCharsMax = 200

/** Words for people as an entry keeps them: one line that reads as it stands, and nothing that a database or a terminal chokes on. */
export const entryText = (text: string): string => plainLine(text)

/** What stands for a reason where none was given: by whoever added an entry by hand or with a list, and by whoever reviewed a report. */
export const reasonUnsaid = { byHand: "by the operator", reviewed: "reported and reviewed" } as const

/** The source of what an operator adds one by one. */
export const operatorSource = "operator"

/** The source of what was reported and accepted. */
export const submissionSource = (id: number): string => `submission:${id}`

/** Whether a person decided on this very target; else it came with a list. */
export const isByHand = ({ source }: Pick<BlocklistEntry, "source">): boolean =>
  source === operatorSource || /^submission:\d+$/.test(source)
