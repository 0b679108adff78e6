import * as fc from "fast-check"
import { scoreMax, scoreMin } from "../../../core/scoring/Band.ts"
import type { Band } from "../../../core/scoring/Band.ts"
import { LawBroken } from "../Judged.ts"

/** What a table of bands can do: `BandTable`, or anything like it. */
export interface Bands<Name extends string> {
  readonly bands: ReadonlyArray<Band<Name>>
  readonly nameOf: (score: number) => Name
}

/**
 * Exact at each threshold: one below, at and one above the lowest score of each band, the names are the right ones; and
 * the bands part the whole numbers from 0 to 100 among them, leaving none and sharing none.
 *
 * @example
 * fc.assert(exactBands(new BandTable([{ name: "fine", from: 0 }, { name: "bad", from: 60 }])))
 */
export const exactBands = <Name extends string>({ bands, nameOf }: Bands<Name>): fc.IProperty<[number]> => {
  const edges = bands.flatMap(({ from }) => [from - 1, from, from + 1]).filter(isScore)
  return fc.property(
    fc.oneof(fc.constantFrom(scoreMin, scoreMax, ...edges), fc.integer({ min: scoreMin, max: scoreMax })),
    (score) => {
      // All scores take part in every run: chance only picks the one that is reported first.
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
