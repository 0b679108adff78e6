import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FairQueue, type FairQueueLimits, fitsShare, type QueueJob } from "../../../core/queues/FairQueue.ts"
import type { Requester } from "../../../core/queues/Requester.ts"
import { runs } from "../../support/TestRun.ts"

interface Item {
  readonly at: number
  readonly requester: Requester | null
}

const requesterOf = (account: number, key: number): Requester => ({
  accountId: `a${account}`,
  keyId: `a${account}k${key}`
})

const limits: FairQueueLimits = { slots: 1, waitingMax: 1_000, waitingPerKeyMax: 1_000 }

/** Returns a function that enqueues a turn, and throws if the turn is refused. */
const entering = (queue: FairQueue<string>) => (keyId: string, accountId = "account", host: string | null = null) => {
  const turn = queue.enqueue({ requester: { accountId, keyId }, item: keyId, host })
  if (typeof turn === "string") throw new Error(`refused: ${turn}`)
  return turn
}

/** Ends turns in the order in which they started, and returns the items of all started turns. */
const drain = (queue: FairQueue<string>, running: ReadonlyArray<QueueJob<string>>): ReadonlyArray<string> => {
  const order = [...running]
  for (let at = 0; at < order.length; at++) order.push(...queue.release(order[at]!))
  return order.map(({ item }) => item)
}

describe("turns", () => {
  it("rotate among waiting keys, however many turns a key has", () => {
    const queue = new FairQueue<string>(limits)
    const enter = entering(queue)
    const first = enter("busy")
    for (let more = 0; more < 5; more++) enter("busy")
    for (const key of ["b", "c", "b"]) enter(key)
    expect(drain(queue, [first])).toEqual(["busy", "busy", "b", "c", "busy", "b", "busy", "busy", "busy"])
  })

  it("rotate among accounts first: several keys do not multiply the share", () => {
    const queue = new FairQueue<string>(limits)
    const enter = entering(queue)
    const first = enter("x1", "x")
    for (const key of ["x1", "x2", "x3", "x4"]) enter(key, "x")
    for (const key of ["y1", "y1", "y1"]) enter(key, "y")
    expect(drain(queue, [first])).toEqual(["x1", "x1", "y1", "x2", "y1", "x3", "y1", "x4"])
  })

  it("of other hosts are not delayed by a host at its limit, and those of one host keep their order", () => {
    const queue = new FairQueue<string>({ ...limits, slots: 8, perHostMax: 1 })
    const enter = entering(queue)
    const hanging = enter("a", "x", "hanging.example")
    const states = ["hanging.example", "other.example", "hanging.example"].map((host) => enter("b", "y", host))
    expect(states.map(({ state }) => state)).toEqual(["waiting", "running", "waiting"])
    expect(queue.release(hanging)).toEqual([states[0]])
  })

  it("of the program itself have no share, only slots", () => {
    const queue = new FairQueue<string>({ ...limits, slots: 4, waitingMax: 2 })
    const outcomes = Array.from({ length: 7 }, () => queue.enqueue({ requester: null, item: "" }))
    expect(outcomes.map((turn) => typeof turn === "string" ? turn : turn.state)).toEqual(
      ["running", "running", "running", "running", "waiting", "waiting", "server"]
    )
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])("of one key use at most half of %i slots, but at least one", (slots) => {
    const queue = new FairQueue<string>({ ...limits, slots })
    const enter = entering(queue)
    const running = Array.from({ length: 9 }, () => enter("a")).filter(({ state }) => state === "running")
    expect(running.length).toBeGreaterThanOrEqual(1)
    expect(running.length).toBeLessThanOrEqual(Math.max(1, slots / 2))
    // Without other slots in use, another account finds a free slot.
    if (slots > 1) expect(enter("b", "other").state).toBe("running")
  })

  it("leave slots to keys without one", () => {
    const queue = new FairQueue<string>({ slots: 1, waitingMax: 8, waitingPerKeyMax: 8, weightMax: 100 })
    const submit = (keyId: string, weight: number) => {
      const turn = queue.enqueue({ requester: { accountId: "account", keyId }, item: keyId, weight })
      return typeof turn === "string" ? turn : turn.state
    }
    expect(submit("a", 90)).toBe("running")
    expect(["a", "a", "a", "a"].map((key) => submit(key, 1))).toEqual(["waiting", "waiting", "waiting", "key"])
    expect(submit("b", 73)).toBe("key")
    expect(submit("b", 72)).toBe("waiting")
    expect(submit("c", 26)).toBe("server")
  })
})

/** One step of a run: a turn enters, or an existing turn leaves. */
const step = fc.oneof(
  fc.record({
    account: fc.nat({ max: 2 }),
    key: fc.nat({ max: 2 }),
    host: fc.option(fc.constantFrom("h1", "h2")),
    weight: fc.nat({ max: 20 })
  }),
  fc.record({ leaves: fc.nat() })
)

const anyLimits = fc.record({
  slots: fc.integer({ min: 1, max: 9 }),
  waitingMax: fc.integer({ min: 1, max: 12 }),
  waitingPerKeyMax: fc.integer({ min: 1, max: 6 }),
  weightMax: fc.integer({ min: 10, max: 80 }),
  perHostMax: fc.integer({ min: 1, max: 3 })
})

/** A queue that records its running and waiting jobs, so that the tests can check its properties. */
class Watched {
  readonly queue: FairQueue<Item>
  running: ReadonlyArray<QueueJob<Item>> = []
  waiting: ReadonlyArray<QueueJob<Item>> = []
  readonly limits: FairQueueLimits
  entered = 0

  constructor(limits: FairQueueLimits) {
    this.limits = limits
    this.queue = new FairQueue(limits)
  }

  enter(requester: Requester, host: string | null, weight: number): void {
    const turn = this.queue.enqueue({ requester, item: { at: this.entered++, requester }, host, weight })
    if (typeof turn === "string") return
    if (turn.state === "waiting") this.waiting = [...this.waiting, turn]
    else this.begin(turn)
  }

  leave(turn: QueueJob<Item>): void {
    this.running = this.running.filter((other) => other !== turn)
    this.waiting = this.waiting.filter((other) => other !== turn)
    for (const next of this.queue.release(turn)) {
      // Checks that no earlier turn of the same key and host is still waiting.
      const before = this.waiting.filter(({ host, item }) =>
        host === next.host && isOfKey(next)({ item }) && item.at < next.item.at
      )
      expect(before).toEqual([])
      this.begin(next)
    }
    expect(turn.state).toBe("over")
    expect(this.queue.release(turn)).toEqual([])
  }

  canStart(turn: QueueJob<Item>): boolean {
    const { perHostMax = Infinity, slots } = this.limits
    const ofHost = this.running.filter(({ host }) => host !== null && host === turn.host).length
    const account =
      this.running.filter(({ item }) => item.requester!.accountId === turn.item.requester!.accountId).length
    const key = this.running.filter(isOfKey(turn)).length
    return ofHost < perHostMax && fitsShare(slots, { all: this.running.length, account, key })
  }

  check(): void {
    const { slots, waitingMax, waitingPerKeyMax, weightMax = Infinity } = this.limits
    expect([this.queue.running, this.queue.waiting]).toEqual([this.running.length, this.waiting.length])
    expect(this.running.length).toBeLessThanOrEqual(slots)
    expect(this.waiting.length).toBeLessThanOrEqual(waitingMax)
    expect(this.waiting.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(weightMax)
    for (const turn of this.waiting) {
      expect(this.waiting.filter(isOfKey(turn)).length).toBeLessThanOrEqual(waitingPerKeyMax)
      // Checks that no waiting turn could run.
      expect(this.canStart(turn)).toBe(false)
    }
    expect(this.queue.trackedCount).toBeLessThanOrEqual(3 * (this.running.length + this.waiting.length))
  }

  private begin(turn: QueueJob<Item>): void {
    expect(turn.state).toBe("running")
    expect(this.canStart(turn)).toBe(true)
    this.waiting = this.waiting.filter((other) => other !== turn)
    this.running = [...this.running, turn]
  }
}

const isOfKey = (turn: QueueJob<Item>) => ({ item }: Pick<QueueJob<Item>, "item">): boolean =>
  item.requester!.keyId === turn.item.requester!.keyId

describe("any sequence of turns", () => {
  it("respects limits, shares and order, delays no turn that could run, and keeps no finished turns", () => {
    fc.assert(
      fc.property(anyLimits, fc.array(step, { maxLength: 80 }), (limits, steps) => {
        const watched = new Watched(limits)
        for (const one of steps) {
          const all = [...watched.running, ...watched.waiting]
          if ("leaves" in one) { if (all.length > 0) watched.leave(all[one.leaves % all.length]!) }
          else watched.enter(requesterOf(one.account, one.key), one.host, one.weight)
          watched.check()
        }
        // Checks that every turn starts eventually, without any new turns.
        while (watched.running.length > 0) watched.leave(watched.running[0]!)
        expect([watched.waiting, watched.queue.trackedCount]).toEqual([[], 0])
      }),
      runs(300)
    )
  })

  it("gives each waiting key a turn before any key gets a second one", () => {
    const waiting = fc.array(fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(waiting, (keys) => {
        const queue = new FairQueue<Item>(limits)
        const enter = (requester: Requester | null) => queue.enqueue({ requester, item: { at: 0, requester } })
        let current = enter(null) as QueueJob<Item>
        const left = new Map<string, Map<string, number>>()
        for (const [account, key] of keys) {
          const requester = requesterOf(account, key)
          enter(requester)
          const ofAccount = left.get(requester.accountId) ?? new Map<string, number>()
          left.set(requester.accountId, ofAccount.set(requester.keyId, (ofAccount.get(requester.keyId) ?? 0) + 1))
        }
        const rounds = { account: new Set<string>(), keys: new Map<string, Set<string>>() }
        for (let turn = 0; turn < keys.length; turn++) {
          const [next] = queue.release(current)
          current = next!
          const { accountId, keyId } = current.item.requester!
          const ofAccount = left.get(accountId)!
          const keysHad = rounds.keys.get(accountId) ?? new Set()
          // Checks that a second turn starts only after every other waiting key or account has had one.
          if (rounds.account.has(accountId)) {
            expect([...left.keys()].filter((other) => !rounds.account.has(other))).toEqual([])
            rounds.account.clear()
          }
          if (keysHad.has(keyId)) {
            expect([...ofAccount.keys()].filter((other) => !keysHad.has(other))).toEqual([])
            keysHad.clear()
          }
          rounds.account.add(accountId)
          rounds.keys.set(accountId, keysHad.add(keyId))
          ofAccount.set(keyId, ofAccount.get(keyId)! - 1)
          if (ofAccount.get(keyId) === 0) ofAccount.delete(keyId)
          if (ofAccount.size === 0) left.delete(accountId)
        }
        expect(left.size).toBe(0)
      }),
      runs(200)
    )
  })
})
