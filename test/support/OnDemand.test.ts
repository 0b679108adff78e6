import { expect, it } from "vitest"
import { serveOnDemand } from "./OnDemand.ts"

it("a shared resource starts at the first request, and again after it was stopped", async () => {
  let starts = 0
  let stops = 0
  const shared = await serveOnDemand({
    thing: async () => ({ value: `thing ${++starts}`, stop: () => void stops++ })
  })
  const request = async (method: string, name = "thing") => {
    const response = await fetch(`${shared.url}/${name}`, { method })
    return [response.status, await response.text()]
  }
  expect(await request("DELETE")).toEqual([200, ""])
  expect(await Promise.all([request("GET"), request("GET")])).toEqual([[200, "thing 1"], [200, "thing 1"]])
  expect(await request("DELETE")).toEqual([200, ""])
  expect([starts, stops]).toEqual([1, 1])
  expect(await request("GET")).toEqual([200, "thing 2"])
  expect((await request("GET", "other"))[0]).toBe(404)
  await shared.stop()
  expect([starts, stops]).toEqual([2, 2])
})
