import { Effect, Redacted } from "effect"
import { readdirSync, truncateSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { updatePeriodMillis } from "../../../../adapters/webrisk/google/ListUpdates.ts"
import { backOffMillisMin } from "../../../../adapters/webrisk/ListUpdater.ts"
import { responsesMax } from "../../../../adapters/webrisk/safebrowsing/UpdateLists.ts"
import type { ThreatSource } from "../../../../adapters/webrisk/ThreatSource.ts"
import { type ListFault, malware } from "../../../fakes/SafeBrowsingVendor.ts"
import { httpFailure, pass, settle, verdict, World } from "./World.ts"

const worlds: Array<World> = []
afterAll(() => worlds.forEach((world) => world.close()))

const world = (): World => {
  const made = new World()
  worlds.push(made)
  made.vendor.put("mw-4b", "old.test/", malware)
  return made
}

const waitMillis = 1_800_000

const updates = (there: World) =>
  there.askedFor("batchGet").map(({ searchParams }) => ({
    names: searchParams.getAll("names"),
    versions: searchParams.getAll("version").map((version) => Buffer.from(version, "base64url").toString())
  }))

const isListed = (source: ThreatSource, host: string) =>
  Effect.map(verdict(source, `http://${host}/`), (said) => said.startsWith("malware"))

describe("lists", () => {
  it("are fetched together, and then their changes at the time set by the vendor", () => {
    const there = world()
    return there.run(Effect.gen(function*() {
      const source = yield* there.source()
      there.vendor.put("mw-4b", "new.test/", malware)
      there.vendor.remove("mw-4b", "old.test/")
      yield* pass(waitMillis - 1)
      expect(updates(there)).toEqual([{ names: ["mw-4b", "se-4b", "uws-4b"], versions: [] }])
      expect([yield* isListed(source, "old.test"), yield* isListed(source, "new.test")]).toEqual([false, false])
      yield* pass(1)
      expect(updates(there)[1]).toEqual({
        names: ["mw-4b", "se-4b", "uws-4b"],
        versions: ["mw-4b 1", "se-4b 2", "uws-4b 3"]
      })
      expect([yield* isListed(source, "old.test"), yield* isListed(source, "new.test")]).toEqual([false, true])
      expect(yield* source.status).toMatchObject({ state: "live", entries: 4, updatedAt: new Date(waitMillis) })
    }))
  })

  it("sent in parts are not used before the last part arrives", () => {
    const there = world()
    for (let at = 0; at < 10; at++) there.vendor.put("mw-4b", `${at}.test/`, malware)
    there.vendor.partEntries = 4
    return there.run(Effect.gen(function*() {
      there.failing.batchGet = () => {
        if (updates(there).length === 3) return httpFailure({ problem: "unreached" })()
        return undefined as never
      }
      const source = yield* there.source()
      expect(yield* source.status).toMatchObject({ state: "down", entries: 2 })
      expect(yield* verdict(source, "http://good.test/")).toContain("unavailable")
      there.failing.batchGet = null
      yield* pass(60_000)
      expect(yield* source.status).toMatchObject({ state: "live", entries: 14 })
      for (let at = 0; at < 10; at++) expect(yield* isListed(source, `${at}.test`)).toBe(true)
      // Complete lists are not requested again.
      expect(updates(there).map(({ names }) => names.length)).toEqual([3, 1, 1, 3])
    }))
  })

  it("with endless parts are rejected", () => {
    const there = world()
    there.vendor.listFaults.set("se-4b", { fault: "no end" })
    return there.run(Effect.gen(function*() {
      const source = yield* there.source()
      expect(updates(there).length).toBe(responsesMax)
      expect(yield* source.status).toMatchObject({ state: "down", problem: expect.stringContaining("never ends") })
    }))
  })

  const faults: ReadonlyArray<readonly [ListFault, string]> = [
    ["wrong checksum", "mw-4b does not match its checksum"],
    ["short checksum", "mw-4b has an invalid checksum"],
    ["no checksum", "mw-4b changed without a checksum"],
    ["removals beyond the end", "mw-4b changed although it is not stored"],
    ["prefixes of another size", "mw-4b has prefixes of another size"],
    ["additions cut off", "mw-4b cannot be decoded"],
    ["left out", "mw-4b is missing"],
    ["no entries", "mw-4b has 0 entries, after 2"]
  ]

  it.each(faults)("stay unchanged if one list has %s, and the others are updated", (fault, problem) => {
    const there = world()
    return there.run(Effect.gen(function*() {
      const source = yield* there.source()
      there.vendor.listFaults.set("mw-4b", { fault })
      there.vendor.put("mw-4b", "new.test/", malware)
      there.vendor.put("uws-4b", "other.test/", malware)
      yield* pass(waitMillis)
      expect(yield* isListed(source, "old.test")).toBe(true)
      expect(yield* isListed(source, "new.test")).toBe(false)
      expect(yield* isListed(source, "other.test")).toBe(true)
      const status = yield* source.status
      expect(status.problem).toContain(problem)
      expect(status.updatedAt).toEqual(new Date(0))
      there.vendor.listFaults.clear()
      yield* pass(2 * backOffMillisMin)
      expect(yield* isListed(source, "new.test")).toBe(true)
      expect(yield* source.status).toMatchObject({ state: "live", problem: null })
    }))
  })

  it.each<ListFault>(["wrong checksum", "removals beyond the end", "no checksum"])(
    "are requested in full at once after %s, and only those",
    (fault) => {
      const there = world()
      return there.run(Effect.gen(function*() {
        const source = yield* there.source()
        there.vendor.listFaults.set("mw-4b", { fault, once: true })
        there.vendor.put("mw-4b", "new.test/", malware)
        yield* pass(waitMillis)
        expect(updates(there).slice(1)).toEqual([
          { names: ["mw-4b", "se-4b", "uws-4b"], versions: ["mw-4b 1", "se-4b 2", "uws-4b 3"] },
          { names: ["mw-4b"], versions: [] }
        ])
        expect([yield* isListed(source, "old.test"), yield* isListed(source, "new.test")]).toEqual([true, true])
        expect(yield* source.status).toMatchObject({ state: "live", problem: null })
      }))
    }
  )

  it("are requested in full if the vendor rejects the version, but not if it rejects the key", () => {
    const there = world()
    return there.run(Effect.gen(function*() {
      const source = yield* there.source()
      there.failing.batchGet = () => {
        there.failing.batchGet = null
        return httpFailure({ status: 400 })()
      }
      yield* pass(waitMillis)
      expect(updates(there).map(({ versions }) => versions.length)).toEqual([0, 3, 0])
      there.failing.batchGet = httpFailure({ status: 403 })
      yield* pass(waitMillis)
      expect(updates(there).map(({ versions }) => versions.length)).toEqual([0, 3, 0, 3])
      expect(yield* isListed(source, "old.test")).toBe(true)
    }))
  })

  it("that lose all entries are trusted after three identical responses", () => {
    const there = world()
    return there.run(Effect.gen(function*() {
      const source = yield* there.source()
      there.vendor.listFaults.set("mw-4b", { fault: "no entries" })
      for (let times = 1; times <= 2; times++) {
        yield* pass(times === 1 ? waitMillis : 2 * backOffMillisMin)
        expect(yield* isListed(source, "old.test")).toBe(true)
      }
      yield* pass(4 * backOffMillisMin)
      expect(yield* source.status).toMatchObject({ state: "live", entries: 2, problem: null })
    }))
  })

  it("use the update period of Google's older API if the vendor sets none", () => {
    const there = world()
    there.vendor.waitSeconds = 0
    return there.run(Effect.gen(function*() {
      yield* there.source()
      const before = updates(there).length
      yield* pass(updatePeriodMillis - 60_000)
      expect(updates(there).length).toBe(before)
      yield* pass(2 * 60_000)
      expect(updates(there).length).toBe(before + 1)
    }))
  })
})

describe("stored lists", () => {
  it("are used at once after a restart, and updated from their version", async () => {
    const there = world()
    await there.run(there.source())
    there.asked.length = 0
    await there.run(Effect.gen(function*() {
      const source = yield* there.source()
      expect(updates(there)).toEqual([])
      expect(yield* isListed(source, "old.test")).toBe(true)
      expect(yield* source.status).toMatchObject({ state: "live", entries: 4 })
      yield* pass(60_000)
      expect(updates(there)[0]!.versions).toEqual(["mw-4b 1", "se-4b 2", "uws-4b 3"])
    }))
  })

  it("of another vendor are ignored", async () => {
    const there = world()
    await there.run(there.source())
    there.failing.batchGet = httpFailure()
    const vendor = { name: "sb", url: "https://other.test", key: Redacted.make("secret"), http: there.http }
    await there.run(Effect.gen(function*() {
      expect(yield* (yield* there.source({ vendor })).status).toMatchObject({ state: "down", entries: 0 })
    }))
  })

  it("are ignored if they are damaged, and fetched again", async () => {
    const there = world()
    await there.run(there.source())
    const file = join(there.folder, readdirSync(there.folder).find((name) => name.includes("mw-4b"))!)
    truncateSync(file, 300)
    there.failing.batchGet = httpFailure()
    await there.run(Effect.gen(function*() {
      const source = yield* there.source()
      expect(yield* source.status).toMatchObject({ state: "down", entries: 2 })
      expect(yield* verdict(source, "http://good.test/")).toContain("unavailable")
      there.failing.batchGet = null
      yield* pass(2 * backOffMillisMin)
      expect(yield* source.status).toMatchObject({ state: "live", entries: 4 })
    }))
  })

  it("are used as stale lists if updates are off", async () => {
    const there = world()
    await there.run(there.source())
    there.asked.length = 0
    await there.run(Effect.gen(function*() {
      const source = yield* there.source({ isUpdated: false })
      yield* pass(waitMillis * 10)
      yield* settle
      expect(updates(there)).toEqual([])
      expect(yield* verdict(source, "http://good.test/")).toBe("not listed, stale")
      expect(yield* verdict(source, "http://old.test/")).toBe("malware, stale")
    }))
  })
})
