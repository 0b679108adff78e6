import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import {
  bytesText,
  creditsText,
  millisText,
  relativeText,
  shareText,
  signedText
} from "../../../apps/dashboard/parts/text/Formats.ts"

const now = Date.UTC(2026, 10, 22, 12)
const hour = 3_600_000

describe("formats", () => {
  it("format amounts", () => {
    expect(creditsText(1)).toBe("1 credit")
    expect(creditsText(12_345)).toBe("12,345 credits")
    expect(bytesText(999)).toBe("999 bytes")
    expect([bytesText(1), bytesText(1_023), bytesText(1_536), bytesText(2_048), bytesText(25 * 1_024 * 1_024)]).toEqual(
      ["1 byte", "1.0 KiB", "1.5 KiB", "2.0 KiB", "25 MiB"]
    )
    expect([1_000, 1_041_818, 10_752, 10_189, 1_023_590].map(bytesText)).toEqual(
      ["1.0 KiB", "1.0 MiB", "11 KiB", "10 KiB", "1.0 MiB"]
    )
    expect([0, 0.0003, 0.02, 0.125, 0.471, 1].map(shareText)).toEqual(
      ["0.0%", "<0.1%", "2.0%", "12.5%", "47.1%", "100.0%"]
    )
    expect([0.42, 2, 12.4, 1_340, 2_000].map(millisText)).toEqual(["0.4 ms", "2.0 ms", "12 ms", "1.3 s", "2.0 s"])
    expect([signedText(20), signedText(-12_345)]).toEqual(["+20", "−12,345"])
  })

  it("format how long ago something was", () => {
    expect(relativeText(now - 20_000, now)).toBe("just now")
    expect(relativeText(now - 3 * hour, now)).toBe("3 hours ago")
    expect(relativeText(now - 25 * hour, now)).toBe("yesterday")
    expect(relativeText(now + 49 * hour, now)).toBe("in 2 days")
  })

  it("use the nearest unit, and days up to a hundred", () => {
    const day = 24 * hour
    expect(relativeText(now + 90 * day - 1_000, now)).toBe("in 90 days")
    expect(relativeText(now + 7 * day - 60_000, now)).toBe("in 7 days")
    expect(relativeText(now + 24 * hour - 60_000, now)).toBe("tomorrow")
    expect(relativeText(now - 59.6 * 60_000, now)).toBe("1 hour ago")
    expect(relativeText(now - 14 * day, now)).toBe("14 days ago")
    expect(relativeText(now + 183 * day, now)).toBe("in 6 months")
    expect(relativeText(now + 365 * day, now)).toBe("next year")
  })

  it("have a text for every instant and size", () => {
    fc.assert(fc.property(fc.integer(), fc.nat(), (offset, size) => {
      expect(relativeText(now + offset, now)).not.toBe("")
      expect(bytesText(size)).toMatch(/^(?:\d{1,3} bytes?|(?:\d\.\d|[1-9]\d{1,2}) [KMGT]iB)$/)
    }))
  })
})
