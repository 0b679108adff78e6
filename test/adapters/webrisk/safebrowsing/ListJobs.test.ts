import * as fc from "fast-check"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { readHashLists } from "../../../../adapters/webrisk/safebrowsing/HashListAnswer.ts"
import {
  applySafeBrowsingLists,
  type ListApplied,
  type ListAsked,
  type ListState
} from "../../../../adapters/webrisk/safebrowsing/ListJobs.ts"
import { globalCache, threatLists } from "../../../../adapters/webrisk/safebrowsing/Lists.ts"
import { SafeBrowsingVendor } from "../../../fakes/SafeBrowsingVendor.ts"
import { runs } from "../../../support/TestRun.ts"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-safe-browsing-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const place = { folder, vendor: "https://vendor.test" }
const kind = threatLists[0]!

const apply = (bytes: Uint8Array, before: ListState | null, more: Partial<ListAsked> = {}): ListApplied | string => {
  const blocks = [Uint8Array.from(bytes.subarray(0, 20)).buffer, Uint8Array.from(bytes.subarray(20)).buffer]
  const asked = [{ kind, before, entriesInUse: null, believesAll: false, ...more }]
  const { output } = applySafeBrowsingLists({ place, asked, blocks, now: 5 })
  return output.kind === "unreadable" ? output.problem : output.lists[0]!
}

const vendor = new SafeBrowsingVendor()
for (let at = 0; at < 40; at++) vendor.put(kind.name, `${at}.test/`)
const whole = vendor.batch([kind.name], [])
const first = apply(whole, null) as ListApplied & { readonly kind: "whole" }
for (let at = 30; at < 50; at++) {
  if (at < 40) vendor.remove(kind.name, `${at}.test/`)
  else vendor.put(kind.name, `${at}.test/`)
}
const change = vendor.batch([kind.name], [Buffer.from(first.state.version, "base64").toString("hex")])

describe("lists, as the thread works on them", () => {
  it("come whole, and change", () => {
    expect(first).toMatchObject({ kind: "whole", waitMillis: 1_800_000, unstored: null })
    expect(apply(change, first.state)).toMatchObject({ kind: "whole", state: { at: 5 } })
  })

  it("that are damaged on the way are never taken for others, and never a fault", () => {
    const damage = fc.record({
      answer: fc.constantFrom(whole, change),
      at: fc.nat({ max: Math.min(whole.length, change.length) - 1 }),
      value: fc.nat({ max: 255 }),
      cut: fc.option(fc.nat({ max: whole.length }), { nil: null })
    })
    fc.assert(
      fc.property(damage, ({ answer, at, cut, value }) => {
        const bytes = Uint8Array.from(answer.subarray(0, cut ?? answer.length))
        if (at < bytes.length) bytes[at] = value
        const before = answer === change ? first.state : null
        const applied = apply(bytes, before)
        if (typeof applied === "string" || !("state" in applied)) return
        // What was damaged is the version or the wait: the entries are those of the checksum.
        const right = apply(answer, before) as typeof first
        expect([right.state.checksum, first.state.checksum]).toContain(applied.state.checksum)
      }),
      runs(150)
    )
  })

  it("of any bytes at all are never a fault", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const applied = apply(bytes, first.state)
      expect(typeof applied === "string" ? applied : applied.kind).not.toBe("whole")
    }))
  })

  it("are told when they cannot be stored, and used all the same", () => {
    const blocks = [Uint8Array.from(whole).buffer]
    const asked = [{ kind, before: null, entriesInUse: null, believesAll: false }]
    const elsewhere = { ...place, folder: "/dev/null/lists" }
    const { output } = applySafeBrowsingLists({ place: elsewhere, asked, blocks, now: 5 })
    expect(output).toMatchObject({ lists: [{ kind: "whole", unstored: expect.stringContaining("cannot be written") }] })
  })

  it("that lose more than half of many entries are suspicious, unless they are believed", () => {
    expect(apply(whole, null, { entriesInUse: 1_000 })).toMatchObject({ kind: "suspicious", entries: 41 })
    expect(apply(whole, null, { entriesInUse: 1_000, believesAll: true })).toMatchObject({ kind: "whole" })
    expect(apply(whole, null, { entriesInUse: 80 })).toMatchObject({ kind: "whole" })
  })

  it("are as large as their kind says", () => {
    const cache = vendor.batch([globalCache.name], [])
    expect(apply(cache, null, { kind: { ...globalCache, size: 4 } })).toMatchObject({ kind: "out of step" })
    expect(apply(cache, null, { kind: globalCache })).toMatchObject({ kind: "whole" })
    expect(readHashLists(cache)).toMatchObject({ _tag: "Success" })
  })
})
