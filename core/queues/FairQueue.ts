import type { Requester } from "./Requester.ts"

export interface FairQueueLimits {
  /** Maximum jobs that run at the same time. */
  readonly slots: number
  /** Maximum jobs that wait. */
  readonly waitingMax: number
  /** Maximum waiting jobs per key. */
  readonly waitingPerKeyMax: number
  /** Maximum sum of the weights of waiting jobs. No limit if absent. */
  readonly weightMax?: number
  /** Maximum running jobs per host. No limit if absent. */
  readonly perHostMax?: number
}

export interface QueueRequest<T> {
  /** Requester of the job. Null for the program itself, whose share is not limited. */
  readonly requester: Requester | null
  readonly item: T
  /** Memory that the job uses while it waits, for example in bytes. Default: 0. */
  readonly weight?: number
  readonly host?: string | null
}

/** Reason why a job was rejected: the key has used its share, or the queue is full. */
export type QueueRejection = "key" | "server"

/** Job in the queue or in a running slot, from `enqueue` to `release`. */
export interface QueueJob<T> {
  readonly item: T
  readonly weight: number
  readonly host: string | null
  readonly state: "waiting" | "running" | "over"
}

/** Usage of a key, an account, or the whole queue. */
interface Counts {
  running: number
  waiting: number
  /** Total weight of the waiting jobs. */
  weight: number
}

interface AccountQueue<T> extends Counts {
  readonly id: string
  /** Keys in round-robin order: the key served last is at the end. */
  readonly keys: Map<string, KeyQueue<T>>
}

interface KeyQueue<T> extends Counts {
  readonly id: string
  readonly account: AccountQueue<T>
  readonly isLimited: boolean
  /** Waiting jobs in order of arrival. */
  readonly jobs: Array<MutableJob<T>>
}

interface MutableJob<T> extends QueueJob<T> {
  state: "waiting" | "running" | "over"
  readonly keyQueue: KeyQueue<T>
}

const programRequester: Requester = { accountId: "", keyId: "" }

/**
 * Schedules jobs round robin: first over accounts, then over the keys of an account. A key with many jobs delays only
 * its own jobs, and an account gets no more turns by using several keys.
 *
 * A key gets at most its share of slots, places and weights (`fitsShare`). Jobs of the same key and host keep their
 * order. A job whose host is at its limit does not delay other jobs of its key.
 *
 * Memory is bounded: accounts, keys and hosts without a job are removed. Every call takes at most linear time in the
 * number of waiting jobs.
 */
export class FairQueue<T> {
  private readonly limits: FairQueueLimits
  private readonly all: Counts = { running: 0, waiting: 0, weight: 0 }
  /** Accounts in round-robin order: the account served last is at the end. */
  private readonly accounts = new Map<string, AccountQueue<T>>()
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
  get trackedCount(): number {
    let lines = this.accounts.size + this.runningOfHost.size
    for (const { keys } of this.accounts.values()) lines += keys.size
    return lines
  }

  /** Adds a job. Returns the running or waiting job, or the reason for its rejection. */
  enqueue({ host = null, item, requester, weight = 0 }: QueueRequest<T>): QueueJob<T> | QueueRejection {
    const keyQueue = this.keyQueueOf(requester)
    const job: MutableJob<T> = { item, weight, host, keyQueue, state: "waiting" }
    if (this.canStart(keyQueue) && this.hasRoom(host)) this.start(job)
    else {
      const refusal = this.refusalOf(job)
      if (refusal !== null) {
        this.dropIfEmpty(keyQueue)
        return refusal
      }
      keyQueue.jobs.push(job)
      this.count(keyQueue, "waiting", 1)
      this.count(keyQueue, "weight", weight)
    }
    return job
  }

  /**
   * Ends a running or waiting job and returns the jobs that start as a result. A second call for the same job has no
   * effect.
   */
  release(job: QueueJob<T>): ReadonlyArray<QueueJob<T>> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Jobs come from `enqueue`.
    const queued = job as MutableJob<T>
    const { host, keyQueue, state } = queued
    if (state === "over") return []
    queued.state = "over"
    if (state === "waiting") this.dequeue(queued)
    if (state === "running") {
      this.count(keyQueue, "running", -1)
      if (host !== null) this.countHost(host, -1)
    }
    this.dropIfEmpty(keyQueue)
    const started: Array<MutableJob<T>> = []
    for (let next = this.next(); next !== null; next = this.next()) {
      this.dequeue(next)
      this.start(next)
      started.push(next)
    }
    return started
  }

  private next(): MutableJob<T> | null {
    if (this.all.waiting === 0 || this.all.running >= this.limits.slots) return null
    for (const { keys, waiting } of this.accounts.values()) {
      if (waiting === 0) continue
      for (const keyQueue of keys.values()) {
        if (keyQueue.waiting === 0 || !this.canStart(keyQueue)) continue
        const job = keyQueue.jobs.find(({ host }) => this.hasRoom(host))
        if (job !== undefined) return job
      }
    }
    return null
  }

  private start(job: MutableJob<T>): void {
    const { host, keyQueue } = job
    job.state = "running"
    this.count(keyQueue, "running", 1)
    if (host !== null) this.countHost(host, 1)
    // Moves the key and its account to the end of the round-robin order.
    const { account } = keyQueue
    account.keys.delete(keyQueue.id)
    account.keys.set(keyQueue.id, keyQueue)
    this.accounts.delete(account.id)
    this.accounts.set(account.id, account)
  }

  private dequeue(job: MutableJob<T>): void {
    const { keyQueue, weight } = job
    keyQueue.jobs.splice(keyQueue.jobs.indexOf(job), 1)
    this.count(keyQueue, "waiting", -1)
    this.count(keyQueue, "weight", -weight)
  }

  private refusalOf({ keyQueue, weight }: MutableJob<T>): QueueRejection | null {
    const { waitingMax, waitingPerKeyMax, weightMax = Infinity } = this.limits
    if (this.all.waiting >= waitingMax || this.all.weight + weight > weightMax) return "server"
    if (!keyQueue.isLimited) return null
    const fits = keyQueue.waiting < waitingPerKeyMax && fitsShare(waitingMax, this.usageOf(keyQueue, "waiting")) &&
      (weight === 0 || weightMax === Infinity || fitsShare(weightMax, this.usageOf(keyQueue, "weight"), weight))
    return fits ? null : "key"
  }

  private canStart(keyQueue: KeyQueue<T>): boolean {
    const { slots } = this.limits
    return this.all.running < slots && (!keyQueue.isLimited || fitsShare(slots, this.usageOf(keyQueue, "running")))
  }

  private hasRoom(host: string | null): boolean {
    return host === null || (this.runningOfHost.get(host) ?? 0) < (this.limits.perHostMax ?? Infinity)
  }

  private usageOf(keyQueue: KeyQueue<T>, what: keyof Counts): Usage {
    return { all: this.all[what], account: keyQueue.account[what], key: keyQueue[what] }
  }

  private count(keyQueue: KeyQueue<T>, what: keyof Counts, change: number): void {
    for (const counts of [this.all, keyQueue.account, keyQueue]) counts[what] += change
  }

  private countHost(host: string, change: 1 | -1): void {
    const running = (this.runningOfHost.get(host) ?? 0) + change
    if (running === 0) this.runningOfHost.delete(host)
    else this.runningOfHost.set(host, running)
  }

  private keyQueueOf(requester: Requester | null): KeyQueue<T> {
    const { accountId, keyId } = requester ?? programRequester
    let account = this.accounts.get(accountId)
    if (account === undefined) {
      account = { id: accountId, keys: new Map(), running: 0, waiting: 0, weight: 0 }
      this.accounts.set(accountId, account)
    }
    let keyQueue = account.keys.get(keyId)
    if (keyQueue === undefined) {
      keyQueue = { id: keyId, account, isLimited: requester !== null, jobs: [], running: 0, waiting: 0, weight: 0 }
      account.keys.set(keyId, keyQueue)
    }
    return keyQueue
  }

  /** Removes a key without jobs, and its account if the account has no other keys. */
  private dropIfEmpty({ account, id, running, waiting }: KeyQueue<T>): void {
    if (running + waiting > 0) return
    account.keys.delete(id)
    if (account.keys.size === 0) this.accounts.delete(account.id)
  }
}

/** Usage of one resource: running slots, places in the queue, or weight. */
interface Usage {
  readonly all: number
  readonly account: number
  readonly key: number
}

/**
 * Returns the capacity that an account with usage must leave to other accounts: a quarter, rounded down. Of three, one
 * is reserved, because a key would otherwise get two of them.
 */
const reservedOf = (max: number): number => max === 3 ? 1 : Math.floor(max / 4)

/**
 * Reports whether a key may use `size` more. Its usage must not exceed the capacity that stays free for its account.
 *
 * A single key gets about half of the three quarters that its account can use, a second key half of the rest, and so
 * on. Of a number of slots, a key alone gets at most half, but at least one. A new key finds free capacity until log2(max) keys have reached their limit. This is the dynamic threshold of
 * Choudhury and Hahne, "Dynamic Queue Length Thresholds for Shared-Memory Packet Switches" (IEEE/ACM Transactions on
 * Networking 6(2), 1998), with a factor of 1. An account cannot take everything with several keys, because a quarter is
 * reserved for accounts without usage.
 */
export const fitsShare = (max: number, { account, all, key }: Usage, size = 1): boolean => {
  const free = max - all - (account === 0 ? 0 : reservedOf(max))
  return key + size <= free
}
