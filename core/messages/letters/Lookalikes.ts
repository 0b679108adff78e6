import { skeletonOf } from "../../brands/letters/Skeleton.ts"
import { kinds } from "./CharacterKinds.ts"
import { traits, type Units } from "./ReadUnits.ts"

const foreignBits = (1 << kinds.cyrillic) | (1 << kinds.greek) | (1 << kinds.letter)
const latinBit = 1 << kinds.latin

/** What letters of other scripts look like here: a message in Russian has Cyrillic letters of its own, and `раypal` has none. */
interface Foreign {
  /** The message has letters that no Latin one looks like, of a script that passes for Latin. */
  readonly hasOwn: boolean
  /** Letters of the message that Latin ones look like, where it has none of its own. */
  readonly twins: number
}

const isUpperAt = (units: Units, at: number): boolean => (units.trait[at]! & traits.upper) !== 0

const foreignOf = (units: Units): Foreign => {
  let twins = 0
  for (let at = 0; at < units.length; at++) {
    const kind = units.kind[at]!
    if (kind !== kinds.cyrillic && kind !== kinds.greek && kind !== kinds.letter) continue
    if (latinTwin(units.unit[at]!, kind, isUpperAt(units, at), true) === 0) return { hasOwn: true, twins }
    twins++
  }
  return { hasOwn: false, twins }
}

/** Letters of one script within a word. */
interface Mixture {
  latin: number
  /** Latin letters that no Cyrillic one looks like. */
  ownLatin: number
  foreign: number
  cyrillic: number
  /** Letters of another script that no Latin one looks like. */
  ownForeign: number
  /** How often the script changes from one letter to the next. */
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

/** Letters that a slip of the keyboard puts into a message: one word, one change of script. */
const slipChangesMax = 1

/** A name in Latin letters, with a syllable before it and one behind it. */
const nameChangesMax = 2

/** Letters in a message of another script that are more than a slip. */
const strayTwinsMin = 2

/**
 * Writes letters of other scripts as the letters that they look like, in place, where a word mixes them or the message has no
 * others. Returns the number of words in which that was no slip of the keyboard.
 */
export const unmask = (units: Units): number => {
  if ((units.kindBits & latinBit) === 0 || (units.kindBits & foreignBits) === 0) return 0
  const foreign = foreignOf(units)
  let words = 0
  let at = 0
  while (at < units.length) {
    const from = at
    let bits = 0
    while (at < units.length && isWordKind(units.kind[at]!)) bits |= 1 << units.kind[at++]!
    const mayMix = (bits & foreignBits) !== 0 && (!foreign.hasOwn || (bits & latinBit) !== 0)
    if (mayMix && unmaskWord(units, from, at, foreign)) words++
    if (at === from) at++
  }
  return words
}

const isWordKind = (kind: number): boolean => kind >= kinds.latin && kind <= kinds.letter

/** Whether the word was disguised. */
const unmaskWord = (units: Units, from: number, to: number, foreign: Foreign): boolean => {
  const mixture = mixtureOf(units, from, to, !foreign.hasOwn)
  if (!foreign.hasOwn) {
    const isScience = mixture.latin > 0 && mixture.foreign === 1 && mixture.changes === 1 &&
      endsInGreek(units, from, to)
    toLatin(units, from, to, true)
    return !isScience && foreign.twins >= (mixture.latin === 0 ? strayTwinsMin : 1)
  }
  const isSlip = mixture.changes <= slipChangesMax
  if (mixture.ownLatin === 0 && mixture.cyrillic === mixture.foreign) {
    toCyrillic(units, from, to)
    return !isSlip
  }
  // `iPhoneом` has letters of both: a name and its ending.
  if (isSlip || (mixture.ownForeign > 0 && mixture.changes <= nameChangesMax)) return false
  toLatin(units, from, to, true)
  return true
}

/** `TNFα`, `αX`: a Greek letter beside Latin ones is how science writes. */
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
 * Letters of one script that a reader takes for letters of another, from confusables.txt of Unicode Technical Standard 39, which
 * keeps to what looks alike in most faces. Where only the upper case does (`В`, `Н`), only that counts.
 */
const twinsOfCyrillic = ["аеорсухіјѕԁһӏԛԝүо", "aeopcyxijsdhlqwyo"] as const
const twinsOfUpperCyrillic = ["авенкморстухіјѕ", "abehkmopctyxijs"] as const
/** Of the shape of small capitals: only where nothing else is Cyrillic. */
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

let made: Twins | null = null

/** Made at the first need. */
const twins = (): Twins => {
  made ??= {
    cyrillic: tableOf(twinsOfCyrillic),
    upperCyrillic: tableOf(twinsOfUpperCyrillic),
    nearCyrillic: tableOf(nearTwinsOfCyrillic),
    greek: tableOf(twinsOfGreek),
    upperGreek: tableOf(twinsOfUpperGreek),
    cyrillicOfLatin: tableOf(reversed(["аеорсухік", "aeopcyxik"])),
    cyrillicOfUpperLatin: tableOf(reversed(["авенкморстухі", "abehkmopctyxi"]))
  }
  return made
}

/** Scripts whose letters pass for Latin ones, and that no keyboard mixes with Latin by mistake: Armenian, Cherokee, Coptic, Lisu. */
const passesForLatin = (unit: number): boolean =>
  (unit >= 0x531 && unit <= 0x587) || (unit >= 0x13a0 && unit <= 0x13ff) || (unit >= 0xab70 && unit <= 0xabbf) ||
  (unit >= 0x2c80 && unit <= 0x2cff) || (unit >= 0xa4d0 && unit <= 0xa4ff)

/**
 * The Latin letter that a folded letter of another script is taken for, or 0.
 *
 * @param isNear whether letters of the shape of small capitals count too
 */
const latinTwin = (unit: number, kind: number, isUpper: boolean, isNear: boolean): number => {
  const { cyrillic, greek, nearCyrillic, upperCyrillic, upperGreek } = twins()
  if (kind === kinds.cyrillic) {
    return cyrillic.get(unit) ?? (isUpper ? upperCyrillic.get(unit) : undefined) ??
      (isNear ? nearCyrillic.get(unit) : undefined) ?? 0
  }
  if (kind === kinds.greek) return (isUpper ? upperGreek.get(unit) : greek.get(unit)) ?? 0
  return kind === kinds.letter && passesForLatin(unit) ? skeletonUnit(unit) : 0
}

const skeletonUnit = (unit: number): number => {
  const skeleton = skeletonOf(String.fromCharCode(unit))
  return /^[a-z]$/.test(skeleton) ? skeleton.charCodeAt(0) : 0
}

/** The Cyrillic letter that a Latin one is taken for, or 0. */
const cyrillicTwin = (unit: number, isUpper: boolean): number => {
  const { cyrillicOfLatin, cyrillicOfUpperLatin } = twins()
  return cyrillicOfLatin.get(unit) ?? (isUpper ? cyrillicOfUpperLatin.get(unit) : undefined) ?? 0
}
