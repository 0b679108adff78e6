import { describe, expect, it } from "vitest"
import { lastDays, lastHours } from "../../../apps/dashboard/shared/time/Days.ts"

const hour = 3_600_000
const said = (zone: string) => ({ starts, to }: { readonly starts: ReadonlyArray<number>; readonly to: number }) =>
  [...starts, to].map((at) => new Date(at).toLocaleString("sv-SE", { timeZone: zone }))

describe("what is shown of a site", () => {
  it("seven days are seven of the reader's, the last of them today", () => {
    const now = Date.parse("2026-11-22T16:40:00Z")
    for (const zone of ["UTC", "Asia/Kolkata", "Asia/Tokyo", "America/Los_Angeles"]) {
      const days = lastDays(7, now, zone)
      expect(days.starts, zone).toHaveLength(7)
      const texts = said(zone)(days)
      expect(texts.every((text) => text.endsWith(" 00:00:00")), zone).toBe(true)
      const today = zone === "Asia/Tokyo" ? 23 : 22
      expect(texts.map((text) => Number(text.slice(8, 10))), zone).toEqual(
        Array.from({ length: 8 }, (_, at) => today - 6 + at)
      )
    }
  })

  it("a day of 25 hours is one day", () => {
    const { starts, to } = lastDays(7, Date.parse("2026-10-27T09:00:00Z"), "Europe/Budapest")
    const lengths = [...starts.slice(1), to].map((at, n) => (at - starts[n]!) / hour)
    expect(lengths).toEqual([24, 24, 24, 24, 25, 24, 24])
  })

  it("24 hours end with this one", () => {
    const { starts, to } = lastHours(24, Date.parse("2026-11-22T16:40:00Z"))
    expect([starts.length, new Date(starts[0]!).toISOString(), new Date(to).toISOString()]).toEqual([
      24,
      "2026-11-21T17:00:00.000Z",
      "2026-11-22T17:00:00.000Z"
    ])
  })
})
