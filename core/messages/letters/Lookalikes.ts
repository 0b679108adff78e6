import { skeletonOf } from "../../brands/letters/Skeleton.ts"
import { unitKinds } from "./CharacterKinds.ts"
import { type TextUnits, unitTraits } from "./ReadUnits.ts"

const foreignBits = (1 << unitKinds.cyrillic) | (1 << unitKinds.greek) | (1 << unitKinds.letter)
const latinBit = 1 << unitKinds.latin

/**
 * Use of other scripts in a message. A Russian message has Cyrillic letters without Latin lookalikes. A message with
 * `раypal` may have only lookalikes.
 */
interface ForeignScript {
  /** Whether the message has letters of other scripts without Latin lookalikes. */
  readonly hasOwn: boolean
  /** Number of letters of other scripts with Latin lookalikes. It is complete only if `hasOwn` is false. */
  readonly twins: number
}

const isUpperAt = (units: TextUnits, at: number): boolean => (units.trait[at]! & unitTraits.upper) !== 0

const foreignScriptOf = (units: TextUnits): ForeignScript => {
  let twins = 0
  for (let at = 0; at < units.length; at++) {
    const kind = units.kind[at]!
    if (kind !== unitKinds.cyrillic && kind !== unitKinds.greek && kind !== unitKinds.letter) continue
    if (latinTwin(units.unit[at]!, kind, isUpperAt(units, at), true) === 0) return { hasOwn: true, twins }
    twins++
  }
  return { hasOwn: false, twins }
}

/** Numbers of letters in a word by script. */
interface Mixture {
  latin: number
  /** Number of Latin letters without Cyrillic lookalikes. */
  ownLatin: number
  foreign: number
  cyrillic: number
  /** Number of letters of other scripts without Latin lookalikes. */
  ownForeign: number
  /** Number of changes of script between adjacent letters. */
  changes: number
}

const mixtureOf = (units: TextUnits, from: number, to: number, isNear: boolean): Mixture => {
  const mixture: Mixture = { latin: 0, ownLatin: 0, foreign: 0, cyrillic: 0, ownForeign: 0, changes: 0 }
  let before = 0
  for (let at = from; at < to; at++) {
    const kind = units.kind[at]!
    const isUpper = isUpperAt(units, at)
    if (kind === unitKinds.latin) {
      mixture.latin++
      if (cyrillicTwin(units.unit[at]!, isUpper) === 0) mixture.ownLatin++
    } else {
      mixture.foreign++
      if (kind === unitKinds.cyrillic) mixture.cyrillic++
      if (latinTwin(units.unit[at]!, kind, isUpper, isNear) === 0) mixture.ownForeign++
    }
    if (before !== 0 && before !== kind) mixture.changes++
    before = kind
  }
  return mixture
}

/** Maximum number of script changes that a typing error can cause in a word. */
const typoChangesMax = 1

/** Maximum number of script changes in a Latin name that has a prefix and a suffix of another script. */
const nameChangesMax = 2

/**
 * Minimum number of lookalikes in a message that do not count as a typing error. It applies to words without Latin
 * letters.
 */
const strayTwinsMin = 2

/**
 * Replaces lookalike letters of other scripts in place. A word can change if it mixes scripts, or if the message has
 * only lookalikes from other scripts. Returns the number of words whose lookalikes were not a typing error.
 */
export const replaceLookalikes = (units: TextUnits): number => {
  if ((units.kindBits & latinBit) === 0 || (units.kindBits & foreignBits) === 0) return 0
  const foreign = foreignScriptOf(units)
  let words = 0
  let at = 0
  while (at < units.length) {
    const from = at
    let bits = 0
    while (at < units.length && isWordKind(units.kind[at]!)) bits |= 1 << units.kind[at++]!
    const mayMix = (bits & foreignBits) !== 0 && (!foreign.hasOwn || (bits & latinBit) !== 0)
    if (mayMix && replaceInWord(units, from, at, foreign)) words++
    if (at === from) at++
  }
  return words
}

const isWordKind = (kind: number): boolean => kind >= unitKinds.latin && kind <= unitKinds.letter

/** Replaces lookalikes in a word. Reports whether the word was disguised. */
const replaceInWord = (units: TextUnits, from: number, to: number, foreign: ForeignScript): boolean => {
  const mixture = mixtureOf(units, from, to, !foreign.hasOwn)
  if (!foreign.hasOwn) {
    const isScientific = mixture.latin > 0 && mixture.foreign === 1 && mixture.changes === 1 &&
      endsInGreek(units, from, to)
    toLatin(units, from, to, true)
    return !isScientific && foreign.twins >= (mixture.latin === 0 ? strayTwinsMin : 1)
  }
  const isTypo = mixture.changes <= typoChangesMax
  if (mixture.ownLatin === 0 && mixture.cyrillic === mixture.foreign) {
    toCyrillic(units, from, to)
    return !isTypo
  }
  // `iPhoneом` is not disguised: it is a name with a suffix in another script.
  if (isTypo || (mixture.ownForeign > 0 && mixture.changes <= nameChangesMax)) return false
  toLatin(units, from, to, true)
  return true
}

/** Detects a Greek letter at the start or end of a word. Scientific notations such as `TNFα` and `αX` have one. */
const endsInGreek = (units: TextUnits, from: number, to: number): boolean =>
  units.kind[from] === unitKinds.greek || units.kind[to - 1] === unitKinds.greek

const toLatin = (units: TextUnits, from: number, to: number, isNear: boolean): void => {
  for (let at = from; at < to; at++) {
    if (units.kind[at] === unitKinds.latin) continue
    const twin = latinTwin(units.unit[at]!, units.kind[at]!, isUpperAt(units, at), isNear)
    if (twin === 0) continue
    units.unit[at] = twin
    units.kind[at] = unitKinds.latin
  }
}

const toCyrillic = (units: TextUnits, from: number, to: number): void => {
  for (let at = from; at < to; at++) {
    if (units.kind[at] !== unitKinds.latin) continue
    const twin = cyrillicTwin(units.unit[at]!, isUpperAt(units, at))
    if (twin === 0) continue
    units.unit[at] = twin
    units.kind[at] = unitKinds.cyrillic
  }
}

/**
 * Cyrillic letters and their Latin lookalikes, from confusables.txt of Unicode Technical Standard 39. Only letters that
 * are similar in most fonts are listed. Letters that are similar only in upper case (`В`, `Н`) have a separate list.
 */
const twinsOfCyrillic = ["аеорсухіјѕԁһӏԛԝүо", "aeopcyxijsdhlqwyo"] as const
const twinsOfUpperCyrillic = ["авенкморстухіјѕ", "abehkmopctyxijs"] as const
/**
 * Cyrillic letters similar to small capitals. If the message has other Cyrillic letters, they are replaced only in
 * disguised words.
 */
const nearTwinsOfCyrillic = ["кмтвнг", "kmtbhr"] as const
const twinsOfGreek = ["αονιρυκχτεη", "aovipukxten"] as const
const twinsOfUpperGreek = ["αβεζηικμνορτυχ", "abezhikmnoptyx"] as const

const tableOf = (...lists: ReadonlyArray<readonly [string, string]>): ReadonlyMap<number, number> =>
  new Map(
    lists.flatMap(([from, to]) => [...from].map((letter, at) => [letter.charCodeAt(0), to.charCodeAt(at)] as const))
  )

const reversed = ([from, to]: readonly [string, string]): readonly [string, string] => [to, from]

interface Twins {
  readonly cyrillic: ReadonlyMap<number, number>
  readonly upperCyrillic: ReadonlyMap<number, number>
  readonly nearCyrillic: ReadonlyMap<number, number>
  readonly greek: ReadonlyMap<number, number>
  readonly upperGreek: ReadonlyMap<number, number>
  readonly cyrillicOfLatin: ReadonlyMap<number, number>
  readonly cyrillicOfUpperLatin: ReadonlyMap<number, number>
}

let cachedTwins: Twins | null = null

/** Returns the tables of lookalikes, which are built on first use. */
const twins = (): Twins => {
  cachedTwins ??= {
    cyrillic: tableOf(twinsOfCyrillic),
    upperCyrillic: tableOf(twinsOfUpperCyrillic),
    nearCyrillic: tableOf(nearTwinsOfCyrillic),
    greek: tableOf(twinsOfGreek),
    upperGreek: tableOf(twinsOfUpperGreek),
    cyrillicOfLatin: tableOf(reversed(["аеорсухік", "aeopcyxik"])),
    cyrillicOfUpperLatin: tableOf(reversed(["авенкморстухі", "abehkmopctyxi"]))
  }
  return cachedTwins
}

/**
 * Reports whether a letter belongs to Armenian, Cherokee, Coptic or Lisu. These scripts resemble Latin, and typing
 * errors never mix them with Latin.
 */
const resemblesLatin = (unit: number): boolean =>
  (unit >= 0x531 && unit <= 0x587) || (unit >= 0x13a0 && unit <= 0x13ff) || (unit >= 0xab70 && unit <= 0xabbf) ||
  (unit >= 0x2c80 && unit <= 0x2cff) || (unit >= 0xa4d0 && unit <= 0xa4ff)

/**
 * Returns the Latin lookalike of a folded letter, or 0.
 *
 * @param isNear whether to include letters that are similar to small capitals
 */
const latinTwin = (unit: number, kind: number, isUpper: boolean, isNear: boolean): number => {
  const { cyrillic, greek, nearCyrillic, upperCyrillic, upperGreek } = twins()
  if (kind === unitKinds.cyrillic) {
    return cyrillic.get(unit) ?? (isUpper ? upperCyrillic.get(unit) : undefined) ??
      (isNear ? nearCyrillic.get(unit) : undefined) ?? 0
  }
  if (kind === unitKinds.greek) return (isUpper ? upperGreek.get(unit) : greek.get(unit)) ?? 0
  return kind === unitKinds.letter && resemblesLatin(unit) ? skeletonUnit(unit) : 0
}

const skeletonUnit = (unit: number): number => {
  const skeleton = skeletonOf(String.fromCharCode(unit))
  return /^[a-z]$/.test(skeleton) ? skeleton.charCodeAt(0) : 0
}

/** Returns the Cyrillic lookalike of a Latin letter, or 0. */
const cyrillicTwin = (unit: number, isUpper: boolean): number => {
  const { cyrillicOfLatin, cyrillicOfUpperLatin } = twins()
  return cyrillicOfLatin.get(unit) ?? (isUpper ? cyrillicOfUpperLatin.get(unit) : undefined) ?? 0
}
