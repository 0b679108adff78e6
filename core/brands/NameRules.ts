import { type BrandInLabel, findBrandsInLabel } from "./BrandsInLabel.ts"
import type { Brand } from "./data/Brand.ts"
import { type BrandIndex, type BrandToken, exemptNames } from "./data/BrandIndex.ts"
import type { HostParts, Label } from "./HostParts.ts"
import { type LookalikeCandidate, strongerCandidate } from "./Lookalike.ts"
import { type BrandMatch, matchWord } from "./MatchWord.ts"

/**
 * Maximum length of a short brand name. Next to other words, a short name counts only if hyphens separate it from them.
 */
export const shortNameCharsMax = 4

/** If the whole name has at least this score, the words around a brand name are not examined. */
const decisiveScoreMin = 0.85

/** Rates the resemblance of the registered label to a brand name. Returns null if it resembles none. */
export const nameCandidate = (
  { name, suffix }: HostParts,
  isLogin: boolean,
  index: BrandIndex
): LookalikeCandidate | null => {
  if (exemptNames().has(name.text)) return null
  const whole = wholeName(name, suffix, isLogin, index)
  if (whole !== null && (whole.score >= decisiveScoreMin || whole.rule === "digits")) return whole
  return findBrandsInLabel(name, index)
    .filter(({ isOwnerProject, rest, token }) =>
      !isAffiliate(token, suffix, rest) && (!isOwnerProject || isRiskyTopLevel(suffix))
    )
    .map((beside) => labelCandidate(name, suffix, beside))
    .reduce(strongerCandidate, whole)
}

const isAffiliate = ({ brand }: BrandToken, suffix: string, rest: BrandInLabel["rest"]): boolean =>
  brand.affiliateSuffixes.includes(suffix) && (rest === "unknown" || rest === "words")

const wholeName = (name: Label, suffix: string, isLogin: boolean, index: BrandIndex): LookalikeCandidate | null => {
  const match = matchWord(name, index)
  if (match?.kind === "exact" && !name.isInternational) return otherTopLevel(match.token, suffix, isLogin)
  const variant = hyphenated(name, index) ?? joinedTopLevel(name, index) ?? withDigits(name, suffix, index)
  const isEdited = match?.kind === "one edit" || match?.kind === "two edits"
  return match === null || (isEdited && variant !== null) ? variant : matchCandidate(name, match)
}

const matchCandidate = (
  { isInternational, shown }: Label,
  { kind, score, token: { brand, text } }: BrandMatch
): LookalikeCandidate => {
  const quoted = JSON.stringify(shown)
  if (kind === "exact" || (kind === "alike" && isInternational)) {
    return { brand, rule: "same skeleton", score: 0.98, evidence: `${quoted} looks like ${text}.` }
  }
  return kind === "alike"
    ? { brand, rule: "confusable letters", score, evidence: `${quoted} is easily mistaken for ${text}.` }
    : { brand, rule: kind, score, evidence: `${quoted} is ${kind} away from ${text}.` }
}

const otherTopLevel = ({ brand, isWord, text }: BrandToken, suffix: string, isLogin: boolean): LookalikeCandidate => {
  const isSuspicious = isLogin || (!isWord && text.length > shortNameCharsMax && isRiskyTopLevel(suffix)) ||
    (!isWord && text.length >= distinctiveCharsMin && (isOpenTopLevel(suffix) || isAbroad(brand, text, suffix)))
  const evidence = `${text} does not own this name under ${suffix}.`
  return { brand, rule: "other top level", score: isSuspicious ? 0.62 : 0.3, evidence }
}

/**
 * Reports whether a name has a country suffix although its brand has few or no country domains. Such a brand serves the
 * world from its main domain.
 */
const isAbroad = ({ domains }: Brand, text: string, suffix: string): boolean =>
  countrySuffix.test(suffix) && domains[0].startsWith(`${text}.`) &&
  domains.filter((domain) => domain.startsWith(`${text}.`) && countrySuffix.test(domain.slice(text.length + 1)))
      .length <=
    countryDomainsMax

const countryDomainsMax = 3

/** Minimum length of a distinctive brand name. Shorter names may belong to anyone. */
const distinctiveCharsMin = 6

const countrySuffix = /^(?:(?:com?|net|org)\.)?[a-z]{2}$/

const hyphenated = (name: Label, index: BrandIndex): LookalikeCandidate | null => {
  const token = name.text.includes("-") ? index.tokens.get(name.text.replaceAll("-", "")) : undefined
  if (token === undefined || token.text.length <= shortNameCharsMax) return null
  const evidence = `${JSON.stringify(name.shown)} is ${token.text} with an added hyphen.`
  return { brand: token.brand, rule: "hyphen", score: token.isWord ? 0.6 : 0.85, evidence }
}

/** Detects a brand's domain without its dots: `paypalcom`, `amazoncojp`. */
const joinedTopLevel = ({ shown, text }: Label, index: BrandIndex): LookalikeCandidate | null => {
  for (const ending of ["com", "cojp", "io", "net", "org", "couk", "combr"]) {
    if (!text.endsWith(ending)) continue
    const token = index.tokens.get(text.slice(0, -ending.length))
    if (token === undefined || token.text.length <= shortNameCharsMax) continue
    const domain = token.brand.domains.find((own) => own.replaceAll(/[.-]/g, "") === text)
    if (domain === undefined) continue
    const evidence = `${JSON.stringify(shown)} is ${domain} without its dots.`
    return { brand: token.brand, rule: "embedded domain", score: 0.9, evidence }
  }
  return null
}

const withDigits = ({ shown, text }: Label, suffix: string, index: BrandIndex): LookalikeCandidate | null => {
  const token = index.tokens.get(text.replace(/^\d+/, "").replace(/(?<!\d)\d+$/, ""))
  if (token === undefined || token.text.length <= shortNameCharsMax || token.isWord) return null
  const score = 0.66 + (isRiskyTopLevel(suffix) ? 0.14 : 0)
  return {
    brand: token.brand,
    rule: "digits",
    score,
    evidence: `${JSON.stringify(shown)} is ${token.text} with digits added.`
  }
}

const labelCandidate = ({ shown }: Label, suffix: string, beside: BrandInLabel): LookalikeCandidate => {
  const { token: { brand, text }, kind, isHyphenated } = beside
  const score = isHyphenated ? apartScore(beside) : joinedScore(beside, isRiskyTopLevel(suffix))
  const verb = kind === "exact" ? "contains" : "contains a lookalike of"
  const evidence = `${JSON.stringify(shown)} ${verb} ${text} and other words.`
  return { brand, rule: isHyphenated ? "keyword" : "concatenated keyword", score, evidence }
}

const apartScore = ({ kind, rest, token: { isWord, text } }: BrandInLabel): number => {
  if (text.length <= shortNameCharsMax) return rest === "lure" && kind === "exact" ? 0.88 : 0.4
  if (isWord) return kind === "exact" && rest === "lure" ? 0.88 : 0.45
  if (kind === "one edit") return rest === "lure" ? 0.85 : rest === "words" ? 0.6 : 0.5
  const isExact = kind === "exact"
  return { lure: isExact ? 0.92 : 0.9, partly: 0.86, words: 0.74, unknown: 0.66 }[rest]
}

/** Maximum number of additional letters that are probably a typo, or a deliberate variation of the brand name. */
const typosMax = 2

const joinedScore = (
  { kind, isAtEdge, rest, restChars, token: { isWord, text } }: BrandInLabel,
  isRisky: boolean
): number => {
  if (kind !== "exact") return isWord ? 0.4 : 0.85
  if (isWord || text.length <= 5) return rest === "lure" && isAtEdge ? 0.8 : 0.3
  return {
    lure: 0.88,
    partly: 0.8,
    words: 0.68,
    unknown: text.length >= 8 ? 0.64 : text.length === 7 || isRisky || (isAtEdge && restChars <= typosMax) ? 0.62 : 0.5
  }[rest]
}

/**
 * Top-level domains that are cheap or free and over-represented in phishing. Source: the yearly reports of Interisle
 * ("Phishing Landscape") and Spamhaus on the most abused top-level domains. The five domains formerly run by Freenom
 * are included.
 */
const riskyTopLevels: ReadonlySet<string> = new Set(
  ("tk ml ga cf gq top xyz icu buzz cyou cfd sbs rest click link live online site shop store club vip fun space website work lol " +
    "monster quest bond pw cc ws su cn info biz life world today support center fit wang win bid loan men date racing review " +
    "trade stream download party science cam zip mov beauty hair skin makeup autos boats homes mom lat digital services " +
    "help email team run app pro asia best press host uno ltd ink kim mobi name tokyo bar casa ryukyu surf").split(" ")
)

/**
 * Reports whether the suffix is a cheap top-level domain that is over-represented in phishing.
 *
 * @param suffix labels after the name: `com`, `co.uk`
 */
export const isRiskyTopLevel = (suffix: string): boolean =>
  riskyTopLevels.has(suffix.slice(suffix.lastIndexOf(".") + 1))

/**
 * Reports whether anyone can register names under a suffix, but few brands do. Such suffixes are cheap top-level
 * domains, top-level domains introduced after 2012, `us.com` and similar zones, and other open top-level domains,
 * including country codes that are marketed worldwide.
 */
const isOpenTopLevel = (suffix: string): boolean => {
  const last = suffix.slice(suffix.lastIndexOf(".") + 1)
  return isRiskyTopLevel(suffix) || (last.length > 2 && !oldTopLevels.has(last)) || sharedTopLevels.test(suffix)
}

/** Older top-level domains, most of which restrict registration. */
const oldTopLevels: ReadonlySet<string> = new Set(
  "com net org edu gov mil int arpa aero cat coop jobs museum post tel travel".split(" ")
)

const sharedTopLevels = /^(?:[a-z]{2}\.(?:com|net|org)|ai|cc|co|eu|fm|gg|io|la|ly|me|net|org|sh|so|to|tv|us|vc|ws)$/
