import { acrossHyphens } from "./AcrossDots.ts"
import { type BrandIndex, realNames, type Token } from "./data/BrandIndex.ts"
import { nameWords, type Reading, readRest } from "./data/LureWords.ts"
import { areOwnerProjectWords, tradeWords } from "./data/TradeWords.ts"
import { type Label, readText } from "./HostParts.ts"
import { unlike } from "./letters/Skeleton.ts"
import { lookalikeScoreMin } from "./Lookalike.ts"
import { type Match, matchWord } from "./MatchWord.ts"

/** A brand name with additional text in the same label. */
export interface Beside {
  readonly token: Token
  readonly how: "exact" | "alike" | "one edit"
  /** A hyphen separates the brand from the rest. */
  readonly isApart: boolean
  readonly rest: Reading
  /** The brand is at the start or end of the label, as is usual. */
  readonly isOuter: boolean
  /** Characters other than the brand's, without hyphens. */
  readonly restChars: number
  /** The rest consists of words that brand owners use for their own projects. */
  readonly isOwnerProject: boolean
}

/** Maximum label parts that form one brand name: `banco-do-brasil`. */
const partsJoinedMax = 3
/** Minimum length of a brand name that may contain a typo when other words accompany it. */
const typoCharsMin = 6
const typoJoinedCharsMin = 7
/** Minimum length of a brand name searched within a part; shorter names occur in too many words. */
export const joinedCharsMin = 5

/** Returns every brand name in the label that has additional text next to it. */
export const brandsBeside = (label: Label, index: BrandIndex): ReadonlyArray<Beside> => {
  const parts = label.text.split(separators).filter((part) => part !== "")
  return [
    ...parts.length > 1 ? apart(parts, label, index) : [],
    ...parts.flatMap((part, at) => joined(part, parts.toSpliced(at, 1), label, index))
  ]
}

const separators = new RegExp(`[-${unlike}]`)

const apart = (parts: ReadonlyArray<string>, label: Label, index: BrandIndex): ReadonlyArray<Beside> => {
  const found: Array<Beside> = []
  for (let from = 0; from < parts.length; from++) {
    for (let to = from + 1; to <= Math.min(parts.length, from + partsJoinedMax); to++) {
      if (to - from === parts.length) continue
      const match = matchWord(partOf(label, parts.slice(from, to).join("")), index, to - from > 1 ? 0 : 1)
      if (match === null || match.how === "two edits") continue
      if (match.how === "one edit" && !isLikelyTypo(match, typoCharsMin)) continue
      const others = [...parts.slice(0, from), ...parts.slice(to)]
      const isOuter = from === 0 || to === parts.length
      const restChars = others.join("").length
      found.push({
        token: match.token,
        how: match.how,
        isApart: true,
        rest: readApart(match.token, others),
        isOuter,
        restChars,
        isOwnerProject: areOwnerProjectWords(others)
      })
    }
  }
  const broken = found.length > 0 ? null : acrossHyphens(parts, index)
  if (broken !== null) {
    const restChars = label.text.length - broken.text.length
    found.push({
      token: broken,
      how: "exact",
      isApart: false,
      rest: "lure",
      isOuter: true,
      restChars,
      isOwnerProject: false
    })
  }
  return found
}

const readApart = ({ brand: { trade } }: Token, others: ReadonlyArray<string>): Reading => {
  const isOfTrade = trade !== null && others.every((word) => tradeWords(trade).has(word.replace(/\d{1,4}$/, "")))
  return isOfTrade ? "lure" : readAll(others)
}

const isLikelyTypo = ({ score, token }: Match, charsMin: number): boolean =>
  score >= lookalikeScoreMin && token.distinctive.length >= charsMin

/** Returns a part of a label; its script counts as that of the whole label. */
const partOf = ({ isInternational, isMostlyLatin }: Label, text: string): Label => ({
  ...readText(text),
  isInternational,
  isMostlyLatin
})

const joined = (
  part: string,
  others: ReadonlyArray<string>,
  label: Label,
  index: BrandIndex
): ReadonlyArray<Beside> => {
  const found: Array<Beside> = []
  if (realNames().has(part)) return found
  for (let from = 0; from + joinedCharsMin <= part.length; from++) {
    if (!index.beginningFilter.mayHold(part, from, from + joinedCharsMin)) continue
    for (let to = from + joinedCharsMin; to <= part.length && index.beginnings.has(part.slice(from, to)); to++) {
      const token = to - from === part.length ? undefined : index.tokens.get(part.slice(from, to))
      if (token === undefined || isPartOfWord(part, from, token)) continue
      const beside = [part.slice(0, from), part.slice(to), ...others].filter((text) => text !== "")
      const isOuter = from === 0 || to === part.length
      const restChars = beside.join("").length
      const rest = readAll(beside)
      found.push({
        token,
        how: "exact",
        isApart: false,
        rest,
        isOuter,
        restChars,
        isOwnerProject: areOwnerProjectWords(beside)
      })
    }
  }
  return found.length > 0 ? found : joinedTypos(part, label, index)
}

/** Many words end in fewer letters than this. */
const wordCharsMin = 4

/**
 * Reports whether the letters belong to another word: in `revolutionary`, to a longer word; in `fluentmobile`, to the
 * end of one word and the start of the next. Also covers `apicloud`, although longer words rarely end in an `i`.
 */
const isPartOfWord = (part: string, from: number, { holders, text }: Token): boolean => {
  const after = readRest(part.slice(from + text.length))
  const isHeld = (after === "unknown" || after === "partly") && holders.some((word) => {
    const start = part.indexOf(word, Math.max(0, from + text.length - word.length))
    return start >= 0 && start <= from
  })
  if (isHeld || from === 0) return isHeld
  const [one, two] = [text.slice(1), text.slice(2)].map(isWord)
  const isEnd = (one === true && (from < wordCharsMin || !text.startsWith("i"))) || two === true
  return isEnd && readRest(part.slice(0, from)) === "unknown"
}

const isWord = (text: string): boolean => nameWords().known.has(text) || realNames().has(text)

/** Finds a brand name with a typo next to a lure word without a hyphen: `paypaisecure`. */
const joinedTypos = (part: string, label: Label, index: BrandIndex): ReadonlyArray<Beside> => {
  const { lureFilter, lures } = nameWords()
  const found: Array<Beside> = []
  for (let chars = 4; part.length - chars >= joinedCharsMin && chars <= 14; chars++) {
    for (const from of [part.length - chars, 0]) {
      if (!lureFilter.mayHold(part, from, from + chars) || !lures.has(part.slice(from, from + chars))) continue
      const rest = from === 0 ? part.slice(chars) : part.slice(0, from)
      const match = matchWord(partOf(label, rest), index, 1)
      if (match === null || match.how === "two edits" || match.how === "exact") continue
      if (match.how === "one edit" && !isLikelyTypo(match, typoJoinedCharsMin)) continue
      found.push({
        token: match.token,
        how: match.how,
        isApart: false,
        rest: "lure",
        isOuter: true,
        restChars: chars,
        isOwnerProject: false
      })
    }
  }
  return found
}

/** Combines the readings of all parts: one lure is enough, unless there are also unknown words. */
const readAll = (texts: ReadonlyArray<string>): Reading => {
  const readings = texts.map(readRest)
  const isUnknown = readings.includes("unknown")
  if (readings.includes("lure")) return isUnknown ? "partly" : "lure"
  if (readings.includes("partly")) return "partly"
  return isUnknown ? "unknown" : "words"
}
