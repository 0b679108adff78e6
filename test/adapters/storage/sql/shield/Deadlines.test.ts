import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { makeDeadlines } from "../../../../../adapters/storage/sql/shield/SingleUseSql.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }))
afterEach(() => void vi.useRealTimers())

it("ends each wait once, at its own deadline, and no finished wait", () => {
  const ended: Array<string> = []
  const deadlines = makeDeadlines(1_000)
  const begin = (name: string) => deadlines.begin(() => ended.push(name))
  begin("first")
  vi.advanceTimersByTime(400)
  begin("second")
  const done = begin("third")
  vi.advanceTimersByTime(599)
  expect(ended).toEqual([])
  vi.advanceTimersByTime(1)
  expect(ended).toEqual(["first"])
  done()
  vi.advanceTimersByTime(399)
  expect(ended).toEqual(["first"])
  vi.advanceTimersByTime(1)
  expect(ended).toEqual(["first", "second"])
  begin("later")
  vi.advanceTimersByTime(10_000)
  expect(ended).toEqual(["first", "second", "later"])
})

it("needs one timer for any number of waits and no timer without waits", () => {
  const deadlines = makeDeadlines(1_000)
  const dones = Array.from({ length: 50 }, () => deadlines.begin(() => {}))
  expect(vi.getTimerCount()).toBe(1)
  for (const done of dones) done()
  vi.advanceTimersByTime(2_000)
  expect(vi.getTimerCount()).toBe(0)
})
