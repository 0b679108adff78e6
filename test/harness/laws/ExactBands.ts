import * as fc from "fast-check"
import { scoreMax, scoreMin } from "../../../core/scoring/Band.ts"
import type { Band } from "../../../core/scoring/Band.ts"
import { LawBroken } from "../LawInput.ts"

/** Interface of a table of bands, such as `BandTable`. */
export interface Bands<Name extends string> {
  readonly bands: ReadonlyArray<Band<Name>>
  readonly nameOf: (score: number) => Name
}

/**
 * Exact bands: each integer from 0 to 100 lies in exactly one band, and `nameOf` returns its name.
 *
 * @example
 * fc.assert(exactBands(new BandTable([{ name: "fine", from: 0 }, { name: "bad", from: 60 }])))
 */
export const exactBands = <Name extends string>({ bands, nameOf }: Bands<Name>): fc.IProperty<[number]> => {
  const edges = bands.flatMap(({ from }) => [from - 1, from, from + 1]).filter(isScore)
  return fc.property(
    fc.oneof(fc.constantFrom(scoreMin, scoreMax, ...edges), fc.integer({ min: scoreMin, max: scoreMax })),
    (score) => {
      // Every run checks all scores. The random score only determines which faulty score is reported first.
      for (const each of [score, ...everyScore]) {
        const owners = bands.filter((band, at) => band.from <= each && each < (bands[at + 1]?.from ?? scoreMax + 1))
        if (owners.length !== 1) throw new LawBroken(`Exact bands: ${each} lies in ${owners.length} bands`)
        const name = nameOf(each)
        if (name !== owners[0]!.name) throw new LawBroken(`Exact bands: ${each} is ${name}, not ${owners[0]!.name}`)
      }
    }
  )
}

const isScore = (score: number): boolean => score >= scoreMin && score <= scoreMax

const everyScore = Array.from({ length: scoreMax - scoreMin + 1 }, (_, at) => scoreMin + at)
