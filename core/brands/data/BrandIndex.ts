import { type Brand, readBrands } from "./Brand.ts"
import { deletesOf } from "../letters/Edits.ts"
import { moneyBrands, platformBrands, tradeBrands } from "./BrandTables.ts"
import { foldCharacters, foldPairs } from "../letters/Skeleton.ts"
import { WordFilter } from "../letters/WordFilter.ts"

/** A spelling of a brand name in host names. */
export interface BrandToken {
  readonly text: string
  /** `text` with similar characters unified. The length is the same. */
  readonly characters: string
  /** `characters` with each pair of letters that looks like one letter, such as `rn`, replaced by that letter. */
  readonly folded: string
  readonly brand: Brand
  /** True if the token is also a word: true for `ledger`, but not for `ledgerlive`. */
  readonly isWord: boolean
  /** Words and other names that contain the token: `revolution` for `revolut`. */
  readonly containingWords: ReadonlyArray<string>
  /** Distinctive part of `characters`: `nu` of `nubank`, because the name of any bank may end in `bank`. */
  readonly distinctive: string
}

/** Domain of a brand's owner, and its parts: `deutsche`, `bank`, `de`. */
export interface OwnDomain {
  readonly domain: string
  readonly parts: ReadonlyArray<string>
  readonly brand: Brand
  /**
   * True if the domain's first label is a token of the brand. Other domains are not recognized with hyphens instead of
   * dots.
   */
  readonly isToken: boolean
}

export interface BrandIndex {
  readonly brands: ReadonlyArray<Brand>
  /** Brands by the domains of their owners. */
  readonly owners: ReadonlyMap<string, Brand>
  /** Tokens by their text, and by their spelling with the owner's hyphens. */
  readonly tokens: ReadonlyMap<string, BrandToken>
  readonly tokenFilter: WordFilter
  /** All prefixes of all tokens, for incremental search. */
  readonly prefixes: ReadonlySet<string>
  readonly prefixFilter: WordFilter
  readonly folded: ReadonlyMap<string, BrandToken>
  /** Tokens by `characters`, and by every form of `characters` with one letter deleted (SymSpell). */
  readonly deletes: ReadonlyMap<string, ReadonlyArray<BrandToken>>
  readonly deleteFilter: WordFilter
  /** Tokens that are long enough to be recognized with two typos, by their first and last letter. */
  readonly twoTypoTokens: ReadonlyMap<string, ReadonlyArray<BrandToken>>
  readonly tokenCharsMax: number
  /** Domains of brand owners, by their first part. */
  readonly domains: ReadonlyMap<string, ReadonlyArray<OwnDomain>>
}

/**
 * Minimum length of the distinctive part of a name that is recognized with a typo. Shorter names are one typo away from
 * too many other names.
 */
export const editCharsMin = 5
/**
 * Minimum length of the distinctive part of a name with a common part. In `nubank`, it has two letters; a typo in the
 * other four leaves them intact.
 */
const distinctiveCharsMin = 2
/** Minimum length of the distinctive part of a name that stays readable with two inserted letters. */
const widenedCharsMin = 7
/** Minimum length of the distinctive part of a name that stays readable with any two typos. */
export const twoEditsCharsMin = 10
/** Minimum length of a domain's first label to be evidence within a host name. `me.com` and `db.com` are too short. */
const embeddedCharsMin = 4

/** Matches prefixes and suffixes that many names share. */
const commonParts = /^(?:post|shop)|(?:bank|card|post|mobile|id)$/g

let cached: BrandIndex | null = null

/** Returns the index, which is built once on first use. Building it takes tens of milliseconds. */
export const brandIndex = (): BrandIndex => {
  cached ??= indexOf([platformBrands, moneyBrands, tradeBrands].flatMap(readBrands))
  return cached
}

const indexOf = (brands: ReadonlyArray<Brand>): BrandIndex => {
  const tokens = brands.flatMap((brand) => brand.tokens.map((text) => tokenOf(text, brand)))
  const editable = tokens.filter(({ distinctive, text }) =>
    distinctive.length >= editCharsMin || (distinctive.length >= distinctiveCharsMin && text.length > editCharsMin)
  )
  const deletes = new Map<string, Array<BrandToken>>()
  for (const token of editable) {
    for (const form of [token.characters, ...deletesOf(token.characters)]) push(deletes, form, token)
  }
  const byText = new Map([...tokens.flatMap(spellings), ...tokens.map((token) => [token.text, token] as const)])
  const prefixes = new Set(tokens.flatMap(({ text }) => Array.from(text, (_, at) => text.slice(0, at + 1))))
  const domains = new Map<string, Array<OwnDomain>>()
  for (const brand of brands) {
    for (const domain of brand.domains) {
      const parts = domain.split(/[.-]/)
      const [first] = parts
      const isToken = brand.tokens.includes(domain.slice(0, domain.indexOf(".")).replaceAll("-", ""))
      if (first !== undefined && domain.indexOf(".") >= embeddedCharsMin) {
        push(domains, first, { domain, parts, brand, isToken })
      }
    }
  }
  return {
    brands,
    owners: new Map(brands.flatMap((brand) => brand.domains.map((domain) => [domain, brand] as const))),
    tokens: byText,
    tokenFilter: new WordFilter(byText.keys()),
    prefixes,
    prefixFilter: new WordFilter(prefixes),
    folded: new Map(tokens.map((token) => [token.folded, token])),
    deletes,
    deleteFilter: new WordFilter(deletes.keys()),
    twoTypoTokens: Map.groupBy(
      editable.filter(({ isWord, distinctive }) => distinctive.length >= widenedCharsMin && !isWord),
      ({ characters }) => outerLetters(characters)
    ),
    tokenCharsMax: Math.max(...tokens.map(({ text }) => text.length)),
    domains
  }
}

export const outerLetters = (word: string): string => `${word[0]}${word.at(-1)}`

const tokenOf = (text: string, brand: Brand): BrandToken => {
  const characters = foldCharacters(text)
  return {
    text,
    brand,
    isWord: brand.isWord && !brand.tokens.some((other) => other !== text && text.includes(other)),
    containingWords: [...exemptNames()].filter((name) => name !== text && name.includes(text)),
    characters,
    folded: foldPairs(characters),
    distinctive: foldCharacters(text.replace(commonParts, ""))
  }
}

/** Returns the spellings of a token in its owner's domains, with hyphens: `t-mobile`. */
const spellings = (token: BrandToken): ReadonlyArray<readonly [string, BrandToken]> =>
  token.brand.domains.map((domain) => domain.slice(0, domain.indexOf(".")))
    .filter((label) => label.replaceAll("-", "") === token.text)
    .map((label) => [label, token])

const push = <A>(map: Map<string, Array<A>>, key: string, value: A): void => {
  const found = map.get(key)
  if (found === undefined) map.set(key, [value])
  else found.push(value)
}

/**
 * Names and words that contain a brand name, or differ from a brand name by one or two typos. They do not count as
 * imitations under any top-level domain.
 */
const names = `
moex molex mizuno origo mozo worldpress factbook grail goole aliway capitex 1cloud steamgifts applied capitalize capitalized
capitalise mongo mono trevor unescape inmost untrust untrusted widows sparkassen discorded nsoffice combank citicbank citybank kiwibank
unibank medbank redbank webbank youtuber youtubers opensearch openseason nintendojo windowsill applesauce pineapple grapple
snapple dapple appleton appleby revolutionary revolutionaries evolution discordant discordia chasewood steamer steampunk
steamboat steamship steamships ledgers telegrams cloud mail mall tunes office finance interest revolution revolutions revolutionanalytics interactive
interaction tinted discard plantation twister goggle telkom telekon telecom telecoms tesco lacoste wikimedia wikidata telegraf
telegraph shopex masterword ubank unbank autum openca allpay airpay alipan alipac mioffice myoffice wmtransfer webtransfer
postfinance instagrid capitaland allexperts yande yandere playnation storepoint eupedia enpedia eximpedia feddit lithub minted
mondo monro zaobao dfinity documo allenpress pestpac bibit correios coreos elektrum kagawa ucoin getflix soltana myjob keinet
skinet bitstarz solano uniswa samsun amazonas amazonia amazone posti
`

let found: ReadonlySet<string> | null = null

/** Returns the names as a set, built once on first use. */
export const exemptNames = (): ReadonlySet<string> => {
  found ??= new Set(names.split(/\s+/).filter((name) => name !== ""))
  return found
}
