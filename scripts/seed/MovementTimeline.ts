import type { LedgerCommand } from "../../core/credits/LedgerCommand.ts"
import type { NewRequest } from "../../core/history/RequestHistory.ts"
import type { GeneratedRequest } from "./Traffic.ts"

/** A ledger command for a request or a payment. */
export interface SeedMovement {
  /** Time in milliseconds since 1970. */
  readonly at: number
  readonly command: LedgerCommand
  readonly record?: NewRequest
}

interface Plan {
  readonly accountId: string
  /** Latest time of a movement, in milliseconds since 1970. */
  readonly to: number
  /** Credits per payment. */
  readonly payment: number
}

/** Queue of ledger movements to write, oldest first. Adds payments so that the balance always suffices. */
export class MovementTimeline {
  private readonly plan: Plan
  private readonly waiting: Array<SeedMovement> = []
  private available = 0
  private payments = 0

  constructor(plan: Plan) {
    this.plan = plan
  }

  /**
   * Adds the movements of a request. Ordinary work is charged when it is answered. Long work is reserved when the
   * request arrives, and settled when it is answered.
   */
  add({ isReserved, record }: Pick<GeneratedRequest, "isReserved" | "record">): void {
    const { accountId, credits: amount, keyId, operation: note, requestId } = record
    const requestedAt = record.at.getTime()
    const answered = Math.min(this.plan.to, requestedAt + Math.round(record.durationMicros / 1_000))
    const open = { accountId, requestId, amount, note, keyId }
    this.pay(amount, requestedAt)
    if (isReserved) this.insert({ at: requestedAt, command: { kind: "reserve", ...open } })
    this.insert({
      at: answered,
      command: isReserved ? { kind: "settle", accountId, requestId } : { kind: "charge", ...open },
      record
    })
  }

  /** Returns the number of movements up to `until`. */
  due(until: number): number {
    let count = this.waiting.length
    while (count > 0 && this.waiting[count - 1]!.at > until) count--
    return count
  }

  take(until: number): ReadonlyArray<SeedMovement> {
    return this.waiting.splice(0, this.due(until))
  }

  private pay(amount: number, at: number): void {
    const { accountId, payment } = this.plan
    while (this.available < amount) {
      const paid = ++this.payments
      const note = `invoice ${1_000 + paid}`
      this.insert({
        at,
        command: { kind: "grant", accountId, requestId: `seed-payment-${paid}`, amount: payment, note }
      })
      this.available += payment
    }
    this.available -= amount
  }

  /** Inserts a movement by time. Searches from the end, because few movements are later than a new one. */
  private insert(movement: SeedMovement): void {
    this.waiting.splice(this.due(movement.at), 0, movement)
  }
}
