import { type QueryClient, QueryObserver } from "@tanstack/react-query"
import { afterEach, describe, expect, it, vi } from "vitest"
import { invalidateGroups, refetchInterval } from "../../../apps/dashboard/api/Hooks.ts"
import { makeQueryClient } from "../../../apps/dashboard/api/QueryClient.ts"

/** Observes a query. Returns the mock function that records its requests. */
const look = async (client: QueryClient, queryKey: ReadonlyArray<unknown>) => {
  const request = vi.fn(() => Promise.resolve("an answer"))
  new QueryObserver(client, { queryKey, queryFn: request }).subscribe(() => {})
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe("an answer"))
  return request
}

describe("the polling interval", () => {
  const intervalOf = (refetchMillis: Parameters<typeof refetchInterval<{ items: Array<number> }, Array<number>>>[0]) =>
    refetchInterval(refetchMillis, ({ items }: { readonly items: Array<number> }) => items)

  it("is off without an option, and fixed for a number", () => {
    expect(intervalOf(undefined)({ state: { data: { items: [1] } } })).toBe(false)
    expect(intervalOf(500)({ state: { data: undefined } })).toBe(500)
  })

  it("is derived from the loaded data, and off before it is loaded or for null", () => {
    const interval = intervalOf((items) => items.length === 0 ? null : items.length * 1_000)
    expect(interval({ state: { data: undefined } })).toBe(false)
    expect(interval({ state: { data: { items: [] } } })).toBe(false)
    expect(interval({ state: { data: { items: [1, 2] } } })).toBe(2_000)
  })
})

describe("a change", () => {
  let client: QueryClient
  afterEach(() => client.clear())

  it("refetches the shown queries of its group and no others", async () => {
    client = makeQueryClient()
    const [list, one, other] = [
      await look(client, ["leads", "list", "pages", {}]),
      await look(client, ["leads", "get", { params: { id: "a" } }]),
      await look(client, ["rules", "list", null])
    ]
    await invalidateGroups(client, { groups: ["leads"] })
    expect([list, one, other].map(({ mock }) => mock.calls.length)).toEqual([2, 2, 1])
  })

  it("removes deleted objects from the cache and does not refetch them, even if they are shown", async () => {
    client = makeQueryClient()
    const gone = ["leads", "get", { params: { id: "a" } }]
    const [list, one, other] = [
      await look(client, ["leads", "list", "pages", {}]),
      await look(client, gone),
      await look(client, ["leads", "get", { params: { id: "b" } }])
    ]
    await invalidateGroups(client, { groups: ["leads"], deleted: { group: "leads", name: "get", params: { id: "a" } } })
    expect([list, one, other].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 2])
    expect(client.getQueryData(gone)).toBeUndefined()
  })
})
