/** Share of a limit from which a warning is due. */
export const warnShare = 0.8
/** The next warning is due only after less than this share was in use meanwhile. */
export const rearmShare = 0.7

/** Reports each time that the use of a limited resource rises to `warnShare`, once per crossing. */
export class Threshold {
  private isAbove = false

  /** Reports whether a warning is due now. */
  crossedBy(used: number, max: number): boolean {
    const wasAbove = this.isAbove
    this.isAbove = used >= max * (wasAbove ? rearmShare : warnShare)
    return this.isAbove && !wasAbove
  }
}
