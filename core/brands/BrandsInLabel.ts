import { type BrandIndex, type BrandToken, exemptNames } from "./data/BrandIndex.ts"
import { type AdjacentTextClass, classifyAdjacentText, lureWordSets } from "./data/LureWords.ts"
import { areOwnerProjectWords, tradeWords } from "./data/TradeWords.ts"
import { type Label, labelOf } from "./HostParts.ts"
import { unknownCharacter } from "./letters/Skeleton.ts"
import { lookalikeScoreMin } from "./Lookalike.ts"
import { type BrandMatch, matchWord } from "./MatchWord.ts"
import { findTokenSplitByHyphen } from "./SplitNames.ts"

/** A brand name with additional text in the same label. */
export interface BrandInLabel {
  readonly token: BrandToken
  readonly kind: "exact" | "alike" | "one edit"
  /** True if a hyphen separates the brand from the rest. */
  readonly isHyphenated: boolean
  readonly rest: AdjacentTextClass
  /** True if the brand is at the start or end of the label or of a part between hyphens, which is its usual place. */
  readonly isAtEdge: boolean
  /** Number of characters next to the brand. Hyphens count only if one of them splits the brand name. */
  readonly restChars: number
  /** True if the rest consists of words that brand owners use for their own projects. */
  readonly isOwnerProject: boolean
}

/** Maximum number of hyphenated parts that form one brand name, as in `banco-do-brasil`. */
const partsJoinedMax = 3
/**
 * Minimum lengths of the distinctive part of a brand name that is recognized with a typo next to other words. The first
 * applies if a hyphen separates the name from the words, the second if it does not.
 */
const typoCharsMin = 6
const typoJoinedCharsMin = 7
/** Minimum length of a brand name that is searched for within a part. Shorter names occur in too many words. */
export const joinedCharsMin = 5

/** Returns every brand name in the label that has additional text next to it. */
export const findBrandsInLabel = (label: Label, index: BrandIndex): ReadonlyArray<BrandInLabel> => {
  const parts = label.text.split(separators).filter((part) => part !== "")
  return [
    ...parts.length > 1 ? hyphenatedBrands(parts, label, index) : [],
    ...parts.flatMap((part, at) => joinedBrands(part, parts.toSpliced(at, 1), label, index))
  ]
}

const separators = new RegExp(`[-${unknownCharacter}]`)

const hyphenatedBrands = (
  parts: ReadonlyArray<string>,
  label: Label,
  index: BrandIndex
): ReadonlyArray<BrandInLabel> => {
  const found: Array<BrandInLabel> = []
  for (let from = 0; from < parts.length; from++) {
    for (let to = from + 1; to <= Math.min(parts.length, from + partsJoinedMax); to++) {
      if (to - from === parts.length) continue
      const match = matchWord(partOf(label, parts.slice(from, to).join("")), index, to - from > 1 ? 0 : 1)
      if (match === null || match.kind === "two edits") continue
      if (match.kind === "one edit" && !isLikelyTypo(match, typoCharsMin)) continue
      const others = [...parts.slice(0, from), ...parts.slice(to)]
      const isAtEdge = from === 0 || to === parts.length
      const restChars = others.join("").length
      found.push({
        token: match.token,
        kind: match.kind,
        isHyphenated: true,
        rest: classifyHyphenated(match.token, others),
        isAtEdge,
        restChars,
        isOwnerProject: areOwnerProjectWords(others)
      })
    }
  }
  const splitToken = found.length > 0 ? null : findTokenSplitByHyphen(parts, index)
  if (splitToken !== null) {
    const restChars = label.text.length - splitToken.text.length
    found.push({
      token: splitToken,
      kind: "exact",
      isHyphenated: false,
      rest: "lure",
      isAtEdge: true,
      restChars,
      isOwnerProject: false
    })
  }
  return found
}

const classifyHyphenated = ({ brand: { trade } }: BrandToken, others: ReadonlyArray<string>): AdjacentTextClass => {
  const isOfTrade = trade !== null && others.every((word) => tradeWords(trade).has(word.replace(/\d{1,4}$/, "")))
  return isOfTrade ? "lure" : classifyAll(others)
}

const isLikelyTypo = ({ score, token }: BrandMatch, charsMin: number): boolean =>
  score >= lookalikeScoreMin && token.distinctive.length >= charsMin

/** Returns a part of a label as a label. The part's script properties are those of the whole label. */
const partOf = ({ isInternational, isMostlyLatin }: Label, text: string): Label => ({
  ...labelOf(text),
  isInternational,
  isMostlyLatin
})

const joinedBrands = (
  part: string,
  others: ReadonlyArray<string>,
  label: Label,
  index: BrandIndex
): ReadonlyArray<BrandInLabel> => {
  const found: Array<BrandInLabel> = []
  if (exemptNames().has(part)) return found
  for (let from = 0; from + joinedCharsMin <= part.length; from++) {
    if (!index.prefixFilter.mayContain(part, from, from + joinedCharsMin)) continue
    for (let to = from + joinedCharsMin; to <= part.length && index.prefixes.has(part.slice(from, to)); to++) {
      const token = to - from === part.length ? undefined : index.tokens.get(part.slice(from, to))
      if (token === undefined || isPartOfWord(part, from, token)) continue
      const beside = [part.slice(0, from), part.slice(to), ...others].filter((text) => text !== "")
      const isAtEdge = from === 0 || to === part.length
      const restChars = beside.join("").length
      const rest = classifyAll(beside)
      found.push({
        token,
        kind: "exact",
        isHyphenated: false,
        rest,
        isAtEdge,
        restChars,
        isOwnerProject: areOwnerProjectWords(beside)
      })
    }
  }
  return found.length > 0 ? found : joinedTypos(part, label, index)
}

/**
 * Minimum letters before a brand name that starts with `i`, such as `icloud`. After fewer letters, the `i` may belong
 * to the word before: `apicloud`.
 */
const wordCharsMin = 4

/**
 * Reports whether the letters of a brand name belong to other words. In `revolutionary`, they are inside a longer word.
 * In `fluentmobile`, they are the end of one word and the start of the next. In `apicloud`, the `i` ends a short word;
 * longer words rarely end in an `i`.
 */
const isPartOfWord = (part: string, from: number, { containingWords, text }: BrandToken): boolean => {
  const after = classifyAdjacentText(part.slice(from + text.length))
  const isContained = (after === "unknown" || after === "partly") && containingWords.some((word) => {
    const start = part.indexOf(word, Math.max(0, from + text.length - word.length))
    return start >= 0 && start <= from
  })
  if (isContained || from === 0) return isContained
  const [one, two] = [text.slice(1), text.slice(2)].map(isWord)
  const isEnd = (one === true && (from < wordCharsMin || !text.startsWith("i"))) || two === true
  return isEnd && classifyAdjacentText(part.slice(0, from)) === "unknown"
}

const isWord = (text: string): boolean => lureWordSets().known.has(text) || exemptNames().has(text)

/** Finds a brand name with lookalike letters or a typo next to a lure word, without a hyphen: `paypaisecure`. */
const joinedTypos = (part: string, label: Label, index: BrandIndex): ReadonlyArray<BrandInLabel> => {
  const { lureFilter, lures } = lureWordSets()
  const found: Array<BrandInLabel> = []
  for (let chars = 4; part.length - chars >= joinedCharsMin && chars <= 14; chars++) {
    for (const from of [part.length - chars, 0]) {
      if (!lureFilter.mayContain(part, from, from + chars) || !lures.has(part.slice(from, from + chars))) continue
      const rest = from === 0 ? part.slice(chars) : part.slice(0, from)
      const match = matchWord(partOf(label, rest), index, 1)
      if (match === null || match.kind === "two edits" || match.kind === "exact") continue
      if (match.kind === "one edit" && !isLikelyTypo(match, typoJoinedCharsMin)) continue
      found.push({
        token: match.token,
        kind: match.kind,
        isHyphenated: false,
        rest: "lure",
        isAtEdge: true,
        restChars: chars,
        isOwnerProject: false
      })
    }
  }
  return found
}

/** Combines the classes of all parts. One lure is enough, but unknown words reduce the class to `partly`. */
const classifyAll = (texts: ReadonlyArray<string>): AdjacentTextClass => {
  const readings = texts.map(classifyAdjacentText)
  const isUnknown = readings.includes("unknown")
  if (readings.includes("lure")) return isUnknown ? "partly" : "lure"
  if (readings.includes("partly")) return "partly"
  return isUnknown ? "unknown" : "words"
}
