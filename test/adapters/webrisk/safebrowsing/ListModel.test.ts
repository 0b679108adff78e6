import { Effect } from "effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { backOffMillisMax, backOffMillisMin } from "../../../../adapters/webrisk/ListUpdater.ts"
import { type ListFault, malware } from "../../../fakes/SafeBrowsingVendor.ts"
import { runs } from "../../../support/TestRun.ts"
import { httpFailure, pass, verdict, World } from "./World.ts"

const pages = Array.from({ length: 12 }, (_, at) => `page${at}.test/`)

const faults: ReadonlyArray<ListFault> = [
  "wrong checksum",
  "short checksum",
  "no checksum",
  "removals beyond the end",
  "prefixes of another size",
  "additions cut off",
  "left out"
]

/** Changes of the vendor before an update. */
const turn = fc.record({
  listed: fc.subarray(pages),
  partEntries: fc.constantFrom(1, 3, Number.POSITIVE_INFINITY),
  wrong: fc.option(fc.record({ fault: fc.constantFrom(...faults), once: fc.boolean() }), { nil: null }),
  isDown: fc.boolean()
})

it(
  "always matches the vendor's list after a success, and the previous list after a failure",
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 4 }), async (turns) => {
        const there = new World()
        await there.run(Effect.gen(function*() {
          const source = yield* there.source()
          let before: ReadonlyArray<string> = []
          for (const { isDown, listed, partEntries, wrong } of turns) {
            for (const page of pages) {
              if (listed.includes(page)) there.vendor.put("mw-4b", page, malware)
              else there.vendor.remove("mw-4b", page)
              // The vendor confirms every page, even unlisted ones, so that the verdict depends only on the client's
              // list.
              there.vendor.confirm(page, malware)
            }
            there.vendor.partEntries = partEntries
            there.vendor.listFaults.clear()
            if (wrong !== null) there.vendor.listFaults.set("mw-4b", wrong)
            there.failing.batchGet = isDown ? httpFailure() : null
            const updatedAt = (yield* source.status).updatedAt
            yield* pass(2 * backOffMillisMin)
            const isRenewed = (yield* source.status).updatedAt?.getTime() !== updatedAt?.getTime()
            const expected = isRenewed ? listed : before
            for (const page of pages) {
              const verdictText = (yield* verdict(source, `http://${page}`)).split(",")[0]
              expect(verdictText).toBe(expected.includes(page) ? "malware" : "not listed")
            }
            before = expected
          }
          there.vendor.listFaults.clear()
          there.failing.batchGet = null
          there.vendor.waitSeconds = 12 * 3_600
          yield* pass(backOffMillisMax)
          expect(yield* source.status).toMatchObject({ state: "live", problem: null })
          const last = turns.at(-1)!.listed
          for (const page of pages) {
            expect(yield* verdict(source, `http://${page}`)).toBe(last.includes(page) ? "malware" : "not listed")
          }
        }))
        there.close()
      }),
      runs(8)
    ),
  60_000
)
