import type { BrandIndex, BrandToken } from "./data/BrandIndex.ts"
import { classifyAdjacentText } from "./data/LureWords.ts"
import type { HostParts } from "./HostParts.ts"
import type { LookalikeCandidate } from "./Lookalike.ts"

const score = 0.7
/** Minimum length of a brand name that is recognized when split. Shorter names occur by chance. */
const splitCharsMin = 6

/**
 * Detects a brand name split by dots that ends in the registered label: `pay.pal.com`. Ignores splits within the
 * subdomains, because `deutsche.bank.example.net` may contain two separate words.
 */
export const findNameSplitByDots = ({ name, subdomains }: HostParts, index: BrandIndex): LookalikeCandidate | null => {
  let joined = name.text
  for (const { text } of subdomains) {
    joined = text + joined
    if (joined.length > joinedCharsMax) return null
    const token = splittableToken(joined, index)
    if (token === null) continue
    const evidence = `The name is ${token.text} split by dots.`
    return { brand: token.brand, rule: "subdomain", score, evidence }
  }
  return null
}

/** Maximum characters of joined labels. No brand name is longer. */
const joinedCharsMax = 32

const splittableToken = (text: string, index: BrandIndex): BrandToken | null => {
  const token = index.tokens.get(text)
  return token === undefined || token.isWord || token.text.length < splitCharsMin ? null : token
}

/**
 * Detects a brand name split by a hyphen, with more text around it: `pay-payid21`, `mywallet-connect12`. The rest must
 * be known words and digits, because unrelated words can also form a brand name.
 */
export const findTokenSplitByHyphen = (parts: ReadonlyArray<string>, index: BrandIndex): BrandToken | null => {
  let left = ""
  for (const right of parts) {
    for (let from = Math.max(0, left.length - joinedCharsMax); from < left.length - 1; from++) {
      if (!index.prefixFilter.mayContain(left, from, left.length)) continue
      const token = index.prefixes.has(left.slice(from)) ? tokenAcross(left.slice(from), right, index) : null
      if (token !== null && isReadable(left.slice(0, from))) return token
    }
    left = right
  }
  return null
}

const tokenAcross = (prefix: string, right: string, index: BrandIndex): BrandToken | null => {
  const whole = prefix + right
  for (let to = Math.min(right.length, joinedCharsMax); to > 1; to--) {
    if (!index.tokenFilter.mayContain(whole, 0, prefix.length + to)) continue
    const token = splittableToken(whole.slice(0, prefix.length + to), index)
    if (token !== null && isReadable(right.slice(to))) return token
  }
  return null
}

const isReadable = (text: string): boolean => text === "" || ["lure", "words"].includes(classifyAdjacentText(text))
