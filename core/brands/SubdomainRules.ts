import { hostUses } from "../urls/TenantHosts.ts"
import { brandsBeside } from "./BesideBrand.ts"
import { type BrandIndex, realNames, type Token } from "./data/BrandIndex.ts"
import { nameWords, type Reading } from "./data/LureWords.ts"
import type { HostParts, Label } from "./HostParts.ts"
import { type Likeness, type LookalikeRule, lookalikeScoreMin, stronger } from "./Lookalike.ts"
import { matchWord } from "./MatchWord.ts"
import { isRiskyTopLevel, shortCharsMax } from "./NameRules.ts"

const baseScore = 0.64
/** Short names may also belong to others. */
const shortBaseScore = 0.5
/** For names that are common as harmless labels. */
const usualBaseScore = 0.4

/** Properties of the host other than the label. */
interface Surroundings {
  readonly isLogin: boolean
  readonly isRisky: boolean
  /** The other labels, which may contain lures. */
  readonly others: ReadonlyArray<Label>
}

/** Detects a brand name in labels that a site's owner can choose freely: subdomains, or a tenant's name. */
export const subdomainLikeness = (parts: HostParts, isLogin: boolean, index: BrandIndex): Likeness | null => {
  const { isTenant, name, subdomains, suffix } = parts
  const isRisky = isTenant || isRiskyTopLevel(suffix)
  const labels = isTenant ? [name, ...subdomains] : subdomains
  let best: Likeness | null = null
  for (const label of labels) {
    if (dull.has(label.text) || realNames().has(label.text)) continue
    const others = [name, ...subdomains].filter((other) => other !== label)
    const rule = label === name ? "tenant" : "subdomain"
    const isAccount = label === name && hostUses().accounts.has(suffix)
    best = stronger(best, labelLikeness(label, rule, isAccount, { isLogin, isRisky, others }, index))
  }
  return best
}

/** Labels that precede most names and match no brand. */
const dull = new Set(["www", "mail", "m", "api", "cdn", "static", "img", "blog", "shop", "dev", "app"])

const labelLikeness = (
  label: Label,
  rule: LookalikeRule,
  isAccount: boolean,
  around: Surroundings,
  index: BrandIndex
): Likeness | null => {
  const match = matchWord(label, index)
  if (match !== null && match.how !== "two edits") {
    const { how, token } = match
    if (how === "exact" && label.isInternational) return likeness(label, rule, token, 0.95)
    if (how === "exact" && isAccount) return null
    if (how !== "one edit" || (token.distinctive.length >= 7 && match.score >= lookalikeScoreMin)) {
      return likeness(label, rule, token, scoreOf(label, token, how !== "exact", "unknown", around))
    }
  }
  return brandsBeside(label, index)
    .filter(({ how, isApart, rest, token }) =>
      isApart || rest === "lure" || (how === "exact" && !isAccount && isDistinctive(token, rest, rule === "tenant"))
    )
    .map(({ how, rest, token }) => likeness(label, rule, token, scoreOf(label, token, how !== "exact", rest, around)))
    .reduce(stronger, null)
}

/** Reports whether the brand is meant when unknown text directly follows or precedes its name. */
const isDistinctive = ({ isWord, text }: Token, rest: Reading, isTenant: boolean): boolean =>
  text.length >= 8 || (isTenant && !isWord && text.length >= (rest === "unknown" ? 6 : 5))

const likeness = ({ shown }: Label, rule: LookalikeRule, { brand, text }: Token, score: number): Likeness => ({
  brand,
  rule,
  score,
  evidence: `${JSON.stringify(shown)} names ${text} under a domain with a different owner.`
})

const scoreOf = (
  { text: label }: Label,
  token: Token,
  isFuzzy: boolean,
  rest: Reading,
  { isLogin, isRisky, others }: Surroundings
): number => {
  const { brand, isWord, text } = token
  const isShort = text.length <= shortCharsMax
  const hasLure = rest === "lure" || rest === "partly" || others.some(containsLure)
  const isUsual = isWord || brand.isProduct
  const base = wholeName.test(label) ? baseScore : isUsual ? usualBaseScore : isShort ? shortBaseScore : baseScore
  // `apple-login.example.com`: for a name that is also a word, the lure shows that the brand is meant.
  const isPromise = rest === "lure" && isWord && !brand.isProduct
  return base + (isPromise ? 0.22 : hasLure ? 0.17 : 0) + (isLogin ? 0.12 : 0) + (isRisky ? 0.12 : 0) +
    (isFuzzy ? 0.1 : 0)
}

/** `www-apple`, `aeon-co-jp`: imitates a complete host name. */
const wholeName = /^www-|-(?:com|jp|(?:co|com|ne|or)-[a-z]{2})$/

const containsLure = ({ text }: Label): boolean => {
  const { lures } = nameWords()
  return text !== "www" && text.split("-").some((part) => lures.has(part))
}
