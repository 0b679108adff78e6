import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { malware, phishing } from "../../../fakes/SafeBrowsingVendor.ts"
import { httpFailure, verdict, World } from "./World.ts"

const worlds: Array<World> = []
afterAll(() => worlds.forEach((world) => world.close()))
const world = () => {
  const made = new World()
  worlds.push(made)
  return made
}

describe("local mode", () => {
  it("asks about nothing but prefixes that are on a list", () => {
    const there = world()
    there.vendor.put("mw-4b", "bad.example/", malware)
    there.vendor.put("se-4b", "phish.example/login", phishing)
    return there.run(Effect.gen(function*() {
      const source = yield* there.source()
      expect(yield* verdict(source, "https://good.example/")).toBe("not listed")
      expect(there.askedFor("search")).toEqual([])
      expect(yield* verdict(source, "https://www.bad.example/a/b?c")).toBe("malware")
      expect(yield* verdict(source, "https://phish.example/login")).toBe("phishing")
      expect(there.askedFor("search").map(({ searchParams }) => searchParams.getAll("hashPrefixes").length)).toEqual([
        1,
        1
      ])
    }))
  })
})
