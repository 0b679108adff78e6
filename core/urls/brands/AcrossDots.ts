import type { BrandIndex, Token } from "./BrandIndex.ts"
import type { HostParts } from "./HostParts.ts"
import type { Likeness } from "./Lookalike.ts"
import { readRest } from "./LureWords.ts"

const score = 0.7
/** Shorter names are made by chance. */
const brokenCharsMin = 6

/**
 * A brand's name with a dot in it: `pay.pal.com`, `wells.fargo.example`. Somebody registered its end; its beginning costs nothing.
 */
export const acrossDots = ({ name, subdomains }: HostParts, index: BrandIndex): Likeness | null => {
  let joined = name.text
  for (const { text } of subdomains) {
    joined = text + joined
    const token = tokenOf(joined, index)
    if (token !== null) {
      const evidence = `${JSON.stringify(joined)} stands there with dots in it.`
      return { brand: token.brand, rule: "subdomain", score, evidence }
    }
  }
  return null
}

const tokenOf = (text: string, index: BrandIndex): Token | null => {
  const token = index.tokens.get(text)
  return token === undefined || token.isWord || token.text.length < brokenCharsMin ? null : token
}

/**
 * A brand's name over a hyphen, with more behind it: `pay-payid21`, `mywallet-connect12`. At one of its ends a part of the label ends
 * too, and what else its parts hold are words: else any two words would make a name now and then.
 */
export const acrossHyphens = (parts: ReadonlyArray<string>, index: BrandIndex): Token | null => {
  for (let at = 1; at < parts.length; at++) {
    const [left, right] = [parts[at - 1]!, parts[at]!]
    const token = startingWith(left, right, index) ?? endingWith(left, right, index)
    if (token !== null) return token
  }
  return null
}

const startingWith = (left: string, right: string, index: BrandIndex): Token | null => {
  for (let to = right.length - 1; to > 1 && left.length > 1; to--) {
    const token = tokenOf(left + right.slice(0, to), index)
    if (token !== null && isReadable(right.slice(to))) return token
  }
  return null
}

const endingWith = (left: string, right: string, index: BrandIndex): Token | null => {
  for (let from = 1; from < left.length - 1 && right.length > 1; from++) {
    const token = tokenOf(left.slice(from) + right, index)
    if (token !== null && isReadable(left.slice(0, from))) return token
  }
  return null
}

const isReadable = (text: string): boolean => ["lure", "words"].includes(readRest(text))
