import { type Trade, trades } from "./TradeWords.ts"

/** A brand that attackers imitate, with its owner's domains. */
export interface Brand {
  /** Name as the brand's owner writes it. */
  readonly name: string
  /** Spellings in host names, without hyphens. The first one is the name itself. */
  readonly tokens: ReadonlyArray<string>
  /** Domains of the brand's owner. The first one is the main domain. */
  readonly domains: readonly [string, ...ReadonlyArray<string>]
  /**
   * True if the name is also a word, surname or place. Such a name proves nothing, alone or next to words that are not
   * lures.
   */
  readonly isWord: boolean
  /** True for a product whose name many organizations use under their own domains: `outlook.example.com`. */
  readonly isProduct: boolean
  /** Suffixes under which affiliated companies register names: `sparkasse-hannover.de`. */
  readonly affiliateSuffixes: ReadonlyArray<string>
  /** Trade of the brand's customers, or null. Words of the trade next to the name show that the brand is meant. */
  readonly trade: Trade | null
}

/**
 * Parses a table of brands. Each line is one brand, with columns separated by bars: the name, its tokens, its owner's
 * domains, the suffixes under which the owner also has the first token, and marks (`word`, `product`, `family:de,at`,
 * `games`, `coins`, `devices`).
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
    affiliateSuffixes: marked.flatMap((mark) => mark.startsWith("family:") ? mark.slice("family:".length).split(",") : [])
  }
}

const words = (text: string): ReadonlyArray<string> => text.split(" ").filter((word) => word !== "")
