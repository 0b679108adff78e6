const slotMillis = 10_000
/** Any minute touches at most seven slots of ten seconds. */
const slotsOfMinute = 7

/** Counts what was let through in slots of ten seconds: never more than the limit in any minute, and all of it again after 70 s. */
export class MinuteLimit {
  /** Half the size of a typed array, of which there would be one for each address. */
  private readonly counts: Array<number> = [0, 0, 0, 0, 0, 0, 0]
  private slot = -Infinity

  allows(perMinute: number, nowMillis: number): boolean {
    this.moveTo(Math.floor(nowMillis / slotMillis))
    let sum = 0
    for (const count of this.counts) sum += count
    if (sum >= perMinute) return false
    this.counts[this.slot % slotsOfMinute]!++
    return true
  }

  /**
   * Slots that were skipped are empty. A clock that was set back a little goes on in the slot that it had reached; by more, and all
   * begins anew: else who is at the limit would stay there until the clock has caught up.
   */
  private moveTo(slot: number): void {
    if (slot <= this.slot && slot > this.slot - slotsOfMinute) return
    const skipped = Math.min(slotsOfMinute, Math.abs(slot - this.slot))
    this.slot = slot
    for (let back = 0; back < skipped; back++) this.counts[(slot - back) % slotsOfMinute] = 0
  }
}
