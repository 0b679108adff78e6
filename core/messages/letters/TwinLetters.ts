import { skeletonOf } from "../../brands/letters/Skeleton.ts"
import { kinds } from "./CharacterKinds.ts"

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
export const latinTwin = (unit: number, kind: number, isUpper: boolean, isNear: boolean): number => {
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
export const cyrillicTwin = (unit: number, isUpper: boolean): number => {
  const { cyrillicOfLatin, cyrillicOfUpperLatin } = twins()
  return cyrillicOfLatin.get(unit) ?? (isUpper ? cyrillicOfUpperLatin.get(unit) : undefined) ?? 0
}
