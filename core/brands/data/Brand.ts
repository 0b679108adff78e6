import { type Trade, trades } from "./TradeWords.ts"

/** A name that is imitated, and what its owner has. */
export interface Brand {
  /** As the owner writes it. */
  readonly name: string
  /** What stands for it in host names, without hyphens; the first is the name itself. */
  readonly tokens: ReadonlyArray<string>
  /** Domains of the owner; the first is the main one. */
  readonly domains: readonly [string, ...ReadonlyArray<string>]
  /** A word, a surname or a place as well: standing alone or beside other words it says nothing. */
  readonly isWord: boolean
  /** Something that many run or mention under a name of their own: `outlook.example.com`. */
  readonly isProduct: boolean
  /** Suffixes under which the houses of a family have names of their own: `sparkasse-hannover.de`. */
  readonly familyUnder: ReadonlyArray<string>
  /** What its customers deal in, where that tells it from a word. */
  readonly trade: Trade | null
}

/**
 * Brands of a table: one a line, and in columns between bars the name, its tokens, the domains of its owner, the suffixes under
 * which the first token is the owner's as well, and marks (`word`, `product`, `family:de,at`, `games`, `coins`, `devices`).
 */
export const readBrands = (table: string): ReadonlyArray<Brand> =>
  table.split("\n").filter((line) => line !== "").map(readBrand)

const readBrand = (line: string): Brand => {
  const [name = "", tokens = "", domains = "", suffixes = "", marks = ""] = line.split("|").map((column) =>
    column.trim()
  )
  const written = words(tokens)
  const marked = words(marks)
  const [main, ...others] = words(domains)
  if (main === undefined) throw new Error(`The brand ${name} has no domain`)
  return {
    name,
    tokens: [...new Set(written.map((token) => token.replaceAll("-", "")))],
    domains: [main, ...others, ...words(suffixes).map((suffix) => `${written[0]}.${suffix}`)],
    isWord: marked.includes("word"),
    isProduct: marked.includes("product"),
    trade: trades.find((trade) => marked.includes(trade)) ?? null,
    familyUnder: marked.flatMap((mark) => mark.startsWith("family:") ? mark.slice("family:".length).split(",") : [])
  }
}

const words = (text: string): ReadonlyArray<string> => text.split(" ").filter((word) => word !== "")
