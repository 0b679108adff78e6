import { QueryClient, QueryObserver } from "@tanstack/react-query"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { unreachable } from "../../../apps/dashboard/api/Failure.ts"
import { refetchOnRecovery } from "../../../apps/dashboard/api/QueryClient.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Observes a query that fails until `back` is called. */
const outage = () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let isThere = false
  const request = vi.fn(() => isThere ? Promise.resolve("an answer") : Promise.reject(unreachable("Nobody is there.")))
  const looked = vi.fn(() => Promise.resolve(isThere))
  const observer = new QueryObserver(client, { queryKey: ["rules"], queryFn: request })
  observer.subscribe(() => {})
  return {
    client,
    asked: request,
    looked,
    observer,
    tell: refetchOnRecovery(client, looked),
    back: () => void (isThere = true)
  }
}

it("repeats failed queries once when the server is back, and not before", async () => {
  const { asked, back, looked, observer, tell } = outage()
  await vi.advanceTimersByTimeAsync(0)
  tell()
  tell()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([looked.mock.calls.length, asked.mock.calls.length]).toEqual([2, 1])
  expect(observer.getCurrentResult().status).toBe("error")
  back()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked).toHaveBeenCalledTimes(2)
  expect(observer.getCurrentResult().data).toBe("an answer")
  const looks = looked.mock.calls.length
  await vi.advanceTimersByTimeAsync(600_000)
  expect(looked).toHaveBeenCalledTimes(looks)
})

it("polls at growing intervals and never stops", async () => {
  const { looked, tell } = outage()
  tell()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(looked.mock.calls.length).toBeGreaterThan(55)
  expect(looked.mock.calls.length).toBeLessThan(70)
})
