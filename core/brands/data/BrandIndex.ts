import { type Brand, readBrands } from "./Brand.ts"
import { deletesOf } from "../letters/Edits.ts"
import { moneyBrands, platformBrands, tradeBrands } from "./BrandTables.ts"
import { foldCharacters, foldPairs } from "../letters/Skeleton.ts"
import { WordFilter } from "../letters/WordFilter.ts"

/** A spelling of a brand name in host names. */
export interface BrandToken {
  readonly text: string
  /** `text` with similar characters unified, of the same length. */
  readonly characters: string
  /** `characters` with letter pairs folded that look like one letter. */
  readonly folded: string
  readonly brand: Brand
  /** The token is also a word; `ledgerlive` is not, although `ledger` is. */
  readonly isWord: boolean
  /** Words and other names that contain it: `revolution` for `revolut`. */
  readonly containingWords: ReadonlyArray<string>
  /** Distinctive part of `characters`: two letters of `nubank`, because any bank's name may end that way. */
  readonly distinctive: string
}

/** An owner's domain and its parts: `deutsche`, `bank`, `de`. */
export interface OwnDomain {
  readonly domain: string
  readonly parts: ReadonlyArray<string>
  readonly brand: Brand
  /** The domain's first label is a token of the brand, so hyphens or nothing may replace its dots. */
  readonly isToken: boolean
}

export interface BrandIndex {
  readonly brands: ReadonlyArray<Brand>
  /** Keyed by domain. */
  readonly owners: ReadonlyMap<string, Brand>
  /** Keyed by text and by the owner's spelling. */
  readonly tokens: ReadonlyMap<string, BrandToken>
  readonly tokenFilter: WordFilter
  /** Every prefix of a token, for incremental search. */
  readonly prefixes: ReadonlySet<string>
  readonly prefixFilter: WordFilter
  readonly folded: ReadonlyMap<string, BrandToken>
  /** Tokens by their full form and every form with one letter deleted (SymSpell). */
  readonly deletes: ReadonlyMap<string, ReadonlyArray<BrandToken>>
  readonly deleteFilter: WordFilter
  /** Tokens long enough to be recognized with two typos, by first and last letter. */
  readonly twoTypoTokens: ReadonlyMap<string, ReadonlyArray<BrandToken>>
  readonly tokenCharsMax: number
  /** Keyed by first part. */
  readonly domains: ReadonlyMap<string, ReadonlyArray<OwnDomain>>
}

/** Shorter names are one typo away from too many others. */
export const editCharsMin = 5
/** `nubank` has two distinctive letters; a typo in the other four leaves them intact. */
const distinctiveCharsMin = 2
/** From this length on, a name stays readable with two inserted letters. */
const widenedCharsMin = 7
/** From this length on, a name stays readable with any two typos. */
export const twoEditsCharsMin = 10
/** Within a host name, `me.com` and `db.com` are too short as evidence. */
const embeddedCharsMin = 4

/** Prefixes and suffixes that many names share. */
const commonParts = /^(?:post|shop)|(?:bank|card|post|mobile|id)$/g

let cached: BrandIndex | null = null

/** Returns the index, built once on first use: some tens of milliseconds. */
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

/** Returns the spellings with the owner's hyphens: `t-mobile`. */
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
 * Names of companies, products and words that are one or two typos from a brand name or contain one. They do not count
 * as imitations under any top-level domain.
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
