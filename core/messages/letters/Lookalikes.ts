import { skeletonOf } from "../../brands/letters/Skeleton.ts"
import { kinds } from "./CharacterKinds.ts"
import { traits, type Units } from "./ReadUnits.ts"

const foreignBits = (1 << kinds.cyrillic) | (1 << kinds.greek) | (1 << kinds.letter)
const latinBit = 1 << kinds.latin

/** Use of other scripts in a message. A Russian message has Cyrillic letters without Latin lookalikes; `раypal` has only lookalikes. */
interface ForeignScript {
  /** Whether the message has letters without Latin lookalikes, from a script that resembles Latin. */
  readonly hasOwn: boolean
  /** Number of letters with Latin lookalikes, if the message has no others. */
  readonly twins: number
}

const isUpperAt = (units: Units, at: number): boolean => (units.trait[at]! & traits.upper) !== 0

const foreignScriptOf = (units: Units): ForeignScript => {
  let twins = 0
  for (let at = 0; at < units.length; at++) {
    const kind = units.kind[at]!
    if (kind !== kinds.cyrillic && kind !== kinds.greek && kind !== kinds.letter) continue
    if (latinTwin(units.unit[at]!, kind, isUpperAt(units, at), true) === 0) return { hasOwn: true, twins }
    twins++
  }
  return { hasOwn: false, twins }
}

/** Letters of a word by script. */
interface Mixture {
  latin: number
  /** Latin letters without Cyrillic lookalikes. */
  ownLatin: number
  foreign: number
  cyrillic: number
  /** Letters of another script without Latin lookalikes. */
  ownForeign: number
  /** Number of changes of script between adjacent letters. */
  changes: number
}

const mixtureOf = (units: Units, from: number, to: number, isNear: boolean): Mixture => {
  const mixture: Mixture = { latin: 0, ownLatin: 0, foreign: 0, cyrillic: 0, ownForeign: 0, changes: 0 }
  let before = 0
  for (let at = from; at < to; at++) {
    const kind = units.kind[at]!
    const isUpper = isUpperAt(units, at)
    if (kind === kinds.latin) {
      mixture.latin++
      if (cyrillicTwin(units.unit[at]!, isUpper) === 0) mixture.ownLatin++
    } else {
      mixture.foreign++
      if (kind === kinds.cyrillic) mixture.cyrillic++
      if (latinTwin(units.unit[at]!, kind, isUpper, isNear) === 0) mixture.ownForeign++
    }
    if (before !== 0 && before !== kind) mixture.changes++
    before = kind
  }
  return mixture
}

/** Maximum number of script changes in a word that a typing error can cause. */
const typoChangesMax = 1

/** Maximum number of script changes in a Latin name that has a prefix and a suffix of another script. */
const nameChangesMax = 2

/** Minimum number of lookalikes in a message of another script that is too many for a typing error. */
const strayTwinsMin = 2

/**
 * Replaces lookalike letters of other scripts in place, if a word mixes scripts or the message has no other letters of that script.
 * Returns the number of words in which this was not a typing error.
 */
export const replaceLookalikes = (units: Units): number => {
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

const isWordKind = (kind: number): boolean => kind >= kinds.latin && kind <= kinds.letter

/** Replaces lookalikes in a word and reports whether it was disguised. */
const replaceInWord = (units: Units, from: number, to: number, foreign: ForeignScript): boolean => {
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
  // `iPhoneом` has letters of both scripts: a name with a suffix.
  if (isTypo || (mixture.ownForeign > 0 && mixture.changes <= nameChangesMax)) return false
  toLatin(units, from, to, true)
  return true
}

/** Detects scientific notation such as `TNFα` and `αX`, with a Greek letter next to Latin ones. */
const endsInGreek = (units: Units, from: number, to: number): boolean =>
  units.kind[from] === kinds.greek || units.kind[to - 1] === kinds.greek

const toLatin = (units: Units, from: number, to: number, isNear: boolean): void => {
  for (let at = from; at < to; at++) {
    if (units.kind[at] === kinds.latin) continue
    const twin = latinTwin(units.unit[at]!, units.kind[at]!, isUpperAt(units, at), isNear)
    if (twin === 0) continue
    units.unit[at] = twin
    units.kind[at] = kinds.latin
  }
}

const toCyrillic = (units: Units, from: number, to: number): void => {
  for (let at = from; at < to; at++) {
    if (units.kind[at] !== kinds.latin) continue
    const twin = cyrillicTwin(units.unit[at]!, isUpperAt(units, at))
    if (twin === 0) continue
    units.unit[at] = twin
    units.kind[at] = kinds.cyrillic
  }
}

/**
 * Lookalikes between scripts, from confusables.txt of Unicode Technical Standard 39, limited to those similar in most fonts. Pairs
 * that are similar only in upper case (`В`, `Н`) are separate.
 */
const twinsOfCyrillic = ["аеорсухіјѕԁһӏԛԝүо", "aeopcyxijsdhlqwyo"] as const
const twinsOfUpperCyrillic = ["авенкморстухіјѕ", "abehkmopctyxijs"] as const
/** Similar to small capitals. Used only if the message has no other Cyrillic letters. */
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

/** Built on first use. */
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
 * Reports whether a letter belongs to a script that resembles Latin and is never mixed with it by typing errors: Armenian,
 * Cherokee, Coptic, Lisu.
 */
const resemblesLatin = (unit: number): boolean =>
  (unit >= 0x531 && unit <= 0x587) || (unit >= 0x13a0 && unit <= 0x13ff) || (unit >= 0xab70 && unit <= 0xabbf) ||
  (unit >= 0x2c80 && unit <= 0x2cff) || (unit >= 0xa4d0 && unit <= 0xa4ff)

/**
 * Returns the Latin lookalike of a folded letter, or 0.
 *
 * @param isNear include letters similar to small capitals
 */
const latinTwin = (unit: number, kind: number, isUpper: boolean, isNear: boolean): number => {
  const { cyrillic, greek, nearCyrillic, upperCyrillic, upperGreek } = twins()
  if (kind === kinds.cyrillic) {
    return cyrillic.get(unit) ?? (isUpper ? upperCyrillic.get(unit) : undefined) ??
      (isNear ? nearCyrillic.get(unit) : undefined) ?? 0
  }
  if (kind === kinds.greek) return (isUpper ? upperGreek.get(unit) : greek.get(unit)) ?? 0
  return kind === kinds.letter && resemblesLatin(unit) ? skeletonUnit(unit) : 0
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
