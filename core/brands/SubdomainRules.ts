import { tenantHostSets } from "../urls/TenantHosts.ts"
import { findBrandsInLabel } from "./BrandsInLabel.ts"
import { type BrandIndex, type BrandToken, exemptNames } from "./data/BrandIndex.ts"
import { type AdjacentTextClass, lureWordSets } from "./data/LureWords.ts"
import type { HostParts, Label } from "./HostParts.ts"
import { type LookalikeCandidate, type LookalikeRule, lookalikeScoreMin, strongerCandidate } from "./Lookalike.ts"
import { matchWord } from "./MatchWord.ts"
import { isRiskyTopLevel, shortNameCharsMax } from "./NameRules.ts"

const baseScore = 0.64
/** Base score of a short brand name, which may also belong to others. */
const shortBaseScore = 0.5
/** Base score of a brand name that is common as a harmless label. */
const commonBaseScore = 0.4

/** Properties of the host that affect the score of a label. */
interface HostContext {
  readonly isLogin: boolean
  readonly isRisky: boolean
  /** Other labels of the host, which may contain lures. */
  readonly others: ReadonlyArray<Label>
}

/** Detects a brand name in labels that a site's owner can choose freely: subdomains, or a tenant's name. */
export const subdomainCandidate = (
  parts: HostParts,
  isLogin: boolean,
  index: BrandIndex
): LookalikeCandidate | null => {
  const { isTenant, name, subdomains, suffix } = parts
  const isRisky = isTenant || isRiskyTopLevel(suffix)
  const labels = isTenant ? [name, ...subdomains] : subdomains
  let best: LookalikeCandidate | null = null
  for (const label of labels) {
    if (genericLabels.has(label.text) || exemptNames().has(label.text)) continue
    const others = [name, ...subdomains].filter((other) => other !== label)
    const rule = label === name ? "tenant" : "subdomain"
    const isAccount = label === name && tenantHostSets().accounts.has(suffix)
    best = strongerCandidate(best, labelCandidate(label, rule, isAccount, { isLogin, isRisky, others }, index))
  }
  return best
}

/** Labels that are common before any name. They match no brand. */
const genericLabels = new Set(["www", "mail", "m", "api", "cdn", "static", "img", "blog", "shop", "dev", "app"])

const labelCandidate = (
  label: Label,
  rule: LookalikeRule,
  isAccount: boolean,
  context: HostContext,
  index: BrandIndex
): LookalikeCandidate | null => {
  const match = matchWord(label, index)
  if (match !== null && match.kind !== "two edits") {
    const { kind, token } = match
    if (kind === "exact" && label.isInternational) return candidateOf(label, rule, token, 0.95)
    if (kind === "exact" && isAccount) return null
    if (kind !== "one edit" || (token.distinctive.length >= 7 && match.score >= lookalikeScoreMin)) {
      return candidateOf(label, rule, token, scoreOf(label, token, kind !== "exact", "unknown", context))
    }
  }
  return findBrandsInLabel(label, index)
    .filter(({ kind, isHyphenated, rest, token }) =>
      isHyphenated || rest === "lure" ||
      (kind === "exact" && !isAccount && isDistinctive(token, rest, rule === "tenant"))
    )
    .map(({ kind, rest, token }) =>
      candidateOf(label, rule, token, scoreOf(label, token, kind !== "exact", rest, context))
    )
    .reduce(strongerCandidate, null)
}

/**
 * Reports whether a brand name is distinctive enough to mean the brand if other text directly follows or precedes it.
 */
const isDistinctive = ({ isWord, text }: BrandToken, rest: AdjacentTextClass, isTenant: boolean): boolean =>
  text.length >= 8 || (isTenant && !isWord && text.length >= (rest === "unknown" ? 6 : 5))

const candidateOf = (
  { shown }: Label,
  rule: LookalikeRule,
  { brand, text }: BrandToken,
  score: number
): LookalikeCandidate => ({
  brand,
  rule,
  score,
  evidence: `${JSON.stringify(shown)} names ${text} under a domain with a different owner.`
})

const scoreOf = (
  { text: label }: Label,
  token: BrandToken,
  isFuzzy: boolean,
  rest: AdjacentTextClass,
  { isLogin, isRisky, others }: HostContext
): number => {
  const { brand, isWord, text } = token
  const isShort = text.length <= shortNameCharsMax
  const hasLure = rest === "lure" || rest === "partly" || others.some(containsLure)
  const isCommon = isWord || brand.isProduct
  const base = wholeName.test(label) ? baseScore : isCommon ? commonBaseScore : isShort ? shortBaseScore : baseScore
  // In `apple-login.example.com`, the lure shows that the word `apple` means the brand.
  const isLuredWord = rest === "lure" && isWord && !brand.isProduct
  return base + (isLuredWord ? 0.22 : hasLure ? 0.17 : 0) + (isLogin ? 0.12 : 0) + (isRisky ? 0.12 : 0) +
    (isFuzzy ? 0.1 : 0)
}

/** Matches labels that imitate a complete host name: `www-apple`, `aeon-co-jp`. */
const wholeName = /^www-|-(?:com|jp|(?:co|com|ne|or)-[a-z]{2})$/

const containsLure = ({ text }: Label): boolean => {
  const { lures } = lureWordSets()
  return text !== "www" && text.split("-").some((part) => lures.has(part))
}
