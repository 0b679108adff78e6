/** Named range of scores, from `from` up to the next band's `from` (or 100). */
export interface Band<Name extends string> {
  readonly name: Name
  /** Lowest score of the band, inclusive. */
  readonly from: number
}

export const scoreMin = 0
export const scoreMax = 100

/**
 * Table of bands over the integers 0 to 100.
 *
 * Bands are ascending and the first starts at 0, so that every score has exactly one name. For other bands, the
 * constructor throws `RangeError`.
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

  /** Returns the name of a score. Scores are clamped to 0 to 100 and rounded down. */
  readonly nameOf = (score: number): Name => {
    const whole = clampScore(score)
    return this.bands.findLast((band) => band.from <= whole)!.name
  }
}

/** Rounds down to an integer from 0 to 100. NaN becomes 0. */
export const clampScore = (score: number): number =>
  Number.isNaN(score) ? scoreMin : Math.min(scoreMax, Math.max(scoreMin, Math.floor(score)))
