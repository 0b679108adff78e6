/** A name for every score from `from` up to the next band's `from` (or 100). */
export interface Band<Name extends string> {
  readonly name: Name
  /** Lowest score of the band, inclusive. */
  readonly from: number
}

export const scoreMin = 0
export const scoreMax = 100

/**
 * A table of bands over the integers 0 to 100.
 *
 * Bands are listed from the lowest to the highest. The first must start at 0, so that every score has exactly one name;
 * a table that leaves a gap cannot be built.
 */
export class BandTable<Name extends string> {
  readonly bands: ReadonlyArray<Band<Name>>

  constructor(bands: readonly [Band<Name>, ...Array<Band<Name>>]) {
    const sound = bands[0].from === scoreMin &&
      bands.every((band, at) =>
        Number.isInteger(band.from) && band.from <= scoreMax && band.from > (bands[at - 1]?.from ?? -1)
      )
    if (!sound) throw new RangeError("bands must start at 0 and rise, as integers up to 100")
    this.bands = bands
  }

  /** The name of a score. Scores outside 0 to 100 are clamped first; a score between two integers is floored. */
  readonly nameOf = (score: number): Name => {
    const whole = clampScore(score)
    return this.bands.findLast((band) => band.from <= whole)!.name
  }
}

/** To an integer from 0 to 100. NaN counts as 0. */
export const clampScore = (score: number): number =>
  Number.isNaN(score) ? scoreMin : Math.min(scoreMax, Math.max(scoreMin, Math.floor(score)))
