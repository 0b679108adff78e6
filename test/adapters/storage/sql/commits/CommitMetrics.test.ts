import { Effect, Fiber, Latch } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { SqlError } from "effect/sql"
import { expect, it, vi } from "vitest"
import { groupItemsMax } from "../../../../../adapters/storage/sql/commits/Lanes.ts"
import { storageWaitMillisDefault } from "../../../../../core/kernel/StorageHealth.ts"
import { changesOf, parseSamples } from "../../../../support/Metrics.ts"
import { failing, numbered, run, submitAll, turns, until } from "./GroupBench.ts"

/** The metrics of this process, which other tests have changed. */
const measured = Effect.map(PrometheusMetrics.format(), parseSamples)

it("the size of each commit is measured, and the wait of its first caller", () =>
  run(
    Effect.fnUntraced(function*({ lane }) {
      const slow = lane("slow", { write: (items) => Effect.as(Effect.sync(() => vi.advanceTimersByTime(30)), items) })
      const before = yield* measured
      yield* submitAll(slow, numbered(3))
      const changes = changesOf(before, yield* measured)
      expect(changes).toMatchObject({
        "gatehouse_storage_commit_items_count": 1,
        "gatehouse_storage_commit_items_sum": 3,
        "gatehouse_storage_commit_wait_seconds_count": 1
      })
      expect(changes["gatehouse_storage_commit_wait_seconds_sum"]).toBeCloseTo(0.03)
    }),
    { isClockFaked: true }
  ))

it("the wait of a backlog is that of its first caller, in each group", () =>
  run(
    Effect.fnUntraced(function*({ lane }) {
      const slow = lane("slow", { write: (items) => Effect.as(Effect.sync(() => vi.advanceTimersByTime(30)), items) })
      const before = yield* measured
      yield* submitAll(slow, numbered(groupItemsMax + 1))
      const changes = changesOf(before, yield* measured)
      expect(changes["gatehouse_storage_commit_wait_seconds_count"]).toBe(2)
      expect(changes["gatehouse_storage_commit_wait_seconds_sum"]).toBeCloseTo(0.03 + 0.06)
    }),
    { isClockFaked: true }
  ))

it("posted writes have no wait", () =>
  run(Effect.fnUntraced(function*({ counts, lane }) {
    const before = yield* measured
    lane("posted").post("1")
    expect((yield* measured).get("gatehouse_storage_writes_pending")).toBe(1)
    yield* until(() => counts().items === 1)
    const after = yield* measured
    expect(after.get("gatehouse_storage_writes_pending")).toBe(0)
    const changes = changesOf(before, after)
    expect(changes["gatehouse_storage_commit_items_sum"]).toBe(1)
    expect(changes).not.toHaveProperty("gatehouse_storage_commit_wait_seconds_count")
  })))

it("failed groups and late commits are counted separately", () =>
  run(Effect.fnUntraced(function*({ lane }) {
    const hold = Latch.makeUnsafe(false)
    let isAway = true
    const slow = lane("slow", {
      write: (items) => isAway ? failing(new SqlError.ConnectionError({ cause: "full" })) : Effect.as(hold.await, items)
    })
    const before = yield* measured
    yield* submitAll(slow, ["1"])
    expect(changesOf(before, yield* measured)).toMatchObject({
      "gatehouse_storage_commit_failures_total{reason=\"error\"}": 1
    })
    isAway = false
    const fiber = yield* Effect.forkChild(submitAll(slow, ["2"]), { startImmediately: true })
    yield* turns()
    vi.advanceTimersByTime(storageWaitMillisDefault)
    yield* Fiber.join(fiber)
    hold.openUnsafe()
    expect(changesOf(before, yield* measured)).toMatchObject({
      "gatehouse_storage_commit_failures_total{reason=\"error\"}": 1,
      "gatehouse_storage_commit_failures_total{reason=\"late\"}": 1
    })
  })))
