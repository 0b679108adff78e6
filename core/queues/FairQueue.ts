import type { Requester } from "./Requester.ts"

export interface FairQueueLimits {
  /** Turns that run at the same time. */
  readonly slots: number
  /** Turns that can wait. */
  readonly waitingMax: number
  /** Waiting turns per key. */
  readonly waitingPerKeyMax: number
  /** Sum of the weights of waiting turns. Absent: no limit. */
  readonly weightMax?: number
  /** Running turns per host. Absent: no limit. */
  readonly perHostMax?: number
}

export interface TurnRequest<T> {
  /** Null: the program itself, which has no share limit. */
  readonly requester: Requester | null
  readonly item: T
  /** Memory that the turn uses while it waits, for example in bytes. Default: 0. */
  readonly weight?: number
  readonly host?: string | null
}

/** Why a turn was rejected: the key has used its share, or the queue is full. */
export type QueueRefusal = "key" | "server"

/** Place in the queue or running slot, from `enter` to `leave`. */
export interface Turn<T> {
  readonly item: T
  readonly weight: number
  readonly host: string | null
  readonly state: "waiting" | "running" | "over"
}

/** Usage of a key, an account, or the whole queue. */
interface Counts {
  running: number
  waiting: number
  /** Weight of waiting turns. */
  weight: number
}

interface AccountLine<T> extends Counts {
  readonly id: string
  /** In round-robin order: the key served last is at the end. */
  readonly keys: Map<string, KeyLine<T>>
}

interface KeyLine<T> extends Counts {
  readonly id: string
  readonly account: AccountLine<T>
  readonly isLimited: boolean
  /** In order of arrival. */
  readonly turns: Array<HeldTurn<T>>
}

interface HeldTurn<T> extends Turn<T> {
  state: "waiting" | "running" | "over"
  readonly line: KeyLine<T>
}

const programItself: Requester = { accountId: "", keyId: "" }

/**
 * Schedules turns round robin: first over accounts, then over the keys of an account. A key with many turns delays only itself, and
 * an account gains nothing from using several keys.
 *
 * A key gets at most its share of slots, places and weights (`fitsShare`). Turns of the same key and host keep their order. A turn
 * whose host is at its limit does not delay other turns of its key.
 *
 * Memory is bounded: accounts, keys and hosts without a turn are removed. Every call takes at most linear time in the number of
 * waiting turns.
 */
export class FairQueue<T> {
  private readonly limits: FairQueueLimits
  private readonly all: Counts = { running: 0, waiting: 0, weight: 0 }
  /** In round-robin order: the account served last is at the end. */
  private readonly accounts = new Map<string, AccountLine<T>>()
  private readonly runningOfHost = new Map<string, number>()

  constructor(limits: FairQueueLimits) {
    this.limits = limits
  }

  get running(): number {
    return this.all.running
  }

  get waiting(): number {
    return this.all.waiting
  }

  /** Number of accounts, keys and hosts in memory. */
  get linesKept(): number {
    let lines = this.accounts.size + this.runningOfHost.size
    for (const { keys } of this.accounts.values()) lines += keys.size
    return lines
  }

  /** Returns a running or waiting turn, or the reason for the rejection. */
  enter({ host = null, item, requester, weight = 0 }: TurnRequest<T>): Turn<T> | QueueRefusal {
    const line = this.lineOf(requester)
    const turn: HeldTurn<T> = { item, weight, host, line, state: "waiting" }
    if (this.mayStart(line) && this.hasRoom(host)) this.start(turn)
    else {
      const refusal = this.refusalOf(turn)
      if (refusal !== null) {
        this.forget(line)
        return refusal
      }
      line.turns.push(turn)
      this.count(line, "waiting", 1)
      this.count(line, "weight", weight)
    }
    return turn
  }

  /** Ends a running or waiting turn and returns the turns started by this. Idempotent. */
  leave(turn: Turn<T>): ReadonlyArray<Turn<T>> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Turns come from `enter`.
    const held = turn as HeldTurn<T>
    const { host, line, state } = held
    if (state === "over") return []
    held.state = "over"
    if (state === "waiting") this.unqueue(held)
    if (state === "running") {
      this.count(line, "running", -1)
      if (host !== null) this.countHost(host, -1)
    }
    this.forget(line)
    const started: Array<HeldTurn<T>> = []
    for (let next = this.next(); next !== null; next = this.next()) {
      this.unqueue(next)
      this.start(next)
      started.push(next)
    }
    return started
  }

  private next(): HeldTurn<T> | null {
    if (this.all.waiting === 0 || this.all.running >= this.limits.slots) return null
    for (const { keys, waiting } of this.accounts.values()) {
      if (waiting === 0) continue
      for (const line of keys.values()) {
        if (line.waiting === 0 || !this.mayStart(line)) continue
        const turn = line.turns.find(({ host }) => this.hasRoom(host))
        if (turn !== undefined) return turn
      }
    }
    return null
  }

  private start(turn: HeldTurn<T>): void {
    const { host, line } = turn
    turn.state = "running"
    this.count(line, "running", 1)
    if (host !== null) this.countHost(host, 1)
    // Moves the key and its account to the end of the round-robin order.
    const { account } = line
    account.keys.delete(line.id)
    account.keys.set(line.id, line)
    this.accounts.delete(account.id)
    this.accounts.set(account.id, account)
  }

  private unqueue(turn: HeldTurn<T>): void {
    const { line, weight } = turn
    line.turns.splice(line.turns.indexOf(turn), 1)
    this.count(line, "waiting", -1)
    this.count(line, "weight", -weight)
  }

  private refusalOf({ line, weight }: HeldTurn<T>): QueueRefusal | null {
    const { waitingMax, waitingPerKeyMax, weightMax = Infinity } = this.limits
    if (this.all.waiting >= waitingMax || this.all.weight + weight > weightMax) return "server"
    if (!line.isLimited) return null
    const fits = line.waiting < waitingPerKeyMax && fitsShare(waitingMax, this.holdings(line, "waiting")) &&
      (weight === 0 || weightMax === Infinity || fitsShare(weightMax, this.holdings(line, "weight"), weight))
    return fits ? null : "key"
  }

  private mayStart(line: KeyLine<T>): boolean {
    const { slots } = this.limits
    return this.all.running < slots && (!line.isLimited || fitsShare(slots, this.holdings(line, "running")))
  }

  private hasRoom(host: string | null): boolean {
    return host === null || (this.runningOfHost.get(host) ?? 0) < (this.limits.perHostMax ?? Infinity)
  }

  private holdings(line: KeyLine<T>, what: keyof Counts): Holdings {
    return { all: this.all[what], account: line.account[what], key: line[what] }
  }

  private count(line: KeyLine<T>, what: keyof Counts, change: number): void {
    for (const counts of [this.all, line.account, line]) counts[what] += change
  }

  private countHost(host: string, change: 1 | -1): void {
    const running = (this.runningOfHost.get(host) ?? 0) + change
    if (running === 0) this.runningOfHost.delete(host)
    else this.runningOfHost.set(host, running)
  }

  private lineOf(requester: Requester | null): KeyLine<T> {
    const { accountId, keyId } = requester ?? programItself
    let account = this.accounts.get(accountId)
    if (account === undefined) {
      account = { id: accountId, keys: new Map(), running: 0, waiting: 0, weight: 0 }
      this.accounts.set(accountId, account)
    }
    let line = account.keys.get(keyId)
    if (line === undefined) {
      line = { id: keyId, account, isLimited: requester !== null, turns: [], running: 0, waiting: 0, weight: 0 }
      account.keys.set(keyId, line)
    }
    return line
  }

  /** Removes empty queues. */
  private forget({ account, id, running, waiting }: KeyLine<T>): void {
    if (running + waiting > 0) return
    account.keys.delete(id)
    if (account.keys.size === 0) this.accounts.delete(account.id)
  }
}

/** Usage of one resource: slots, places in a queue, or bytes. */
interface Holdings {
  readonly all: number
  readonly account: number
  readonly key: number
}

/** Fraction reserved for other accounts, as a divisor: an account with usage leaves a quarter to them. */
const reservedParts = 4

/**
 * Reports whether a key may use `size` more: its usage must not exceed what stays free for its account.
 *
 * A single key gets about half, a second key half of the rest, and so on. A new key finds free capacity until log2(max) keys have
 * reached their limit. This is the dynamic threshold of Choudhury and Hahne, "Dynamic Queue Length Thresholds for Shared-Memory
 * Packet Switches" (IEEE/ACM Transactions on Networking 6(2), 1998), with a factor of 1. An account cannot take everything with
 * several keys: a quarter is reserved for accounts without usage.
 */
export const fitsShare = (max: number, { account, all, key }: Holdings, size = 1): boolean => {
  const free = max - all - (account === 0 ? 0 : Math.floor(max / reservedParts))
  return key + size <= free
}
