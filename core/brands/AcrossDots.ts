import type { BrandIndex, Token } from "./data/BrandIndex.ts"
import { readRest } from "./data/LureWords.ts"
import type { HostParts } from "./HostParts.ts"
import type { Likeness } from "./Lookalike.ts"

const score = 0.7
/** Shorter names occur by chance. */
const brokenCharsMin = 6

/**
 * Detects a brand name split by dots that ends in the registered label: `pay.pal.com`. Ignores splits within the
 * subdomains: in `deutsche.bank.example.net` they may be two words.
 */
export const acrossDots = ({ name, subdomains }: HostParts, index: BrandIndex): Likeness | null => {
  let joined = name.text
  for (const { text } of subdomains) {
    joined = text + joined
    if (joined.length > joinedCharsMax) return null
    const token = brokenToken(joined, index)
    if (token === null) continue
    const evidence = `The name is ${token.text} split by dots.`
    return { brand: token.brand, rule: "subdomain", score, evidence }
  }
  return null
}

/** Longer than any brand name. */
const joinedCharsMax = 32

const brokenToken = (text: string, index: BrandIndex): Token | null => {
  const token = index.tokens.get(text)
  return token === undefined || token.isWord || token.text.length < brokenCharsMin ? null : token
}

/**
 * Detects a brand name split by a hyphen, with more text around it: `pay-payid21`, `mywallet-connect12`. The rest must
 * be known words and digits; otherwise any two words would form a name now and then.
 */
export const acrossHyphens = (parts: ReadonlyArray<string>, index: BrandIndex): Token | null => {
  let left = ""
  for (const right of parts) {
    for (let from = Math.max(0, left.length - joinedCharsMax); from < left.length - 1; from++) {
      if (!index.beginningFilter.mayHold(left, from, left.length)) continue
      const token = index.beginnings.has(left.slice(from)) ? tokenOver(left.slice(from), right, index) : null
      if (token !== null && isReadable(left.slice(0, from))) return token
    }
    left = right
  }
  return null
}

const tokenOver = (beginning: string, right: string, index: BrandIndex): Token | null => {
  const whole = beginning + right
  for (let to = Math.min(right.length, joinedCharsMax); to > 1; to--) {
    if (!index.tokenFilter.mayHold(whole, 0, beginning.length + to)) continue
    const token = brokenToken(whole.slice(0, beginning.length + to), index)
    if (token !== null && isReadable(right.slice(to))) return token
  }
  return null
}

const isReadable = (text: string): boolean => text === "" || ["lure", "words"].includes(readRest(text))
