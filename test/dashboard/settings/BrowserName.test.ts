import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { browserName } from "../../../apps/dashboard/pages/settings/Sessions.tsx"

describe("the name of a browser", () => {
  it.each([
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
      "Edge on Windows"
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari on iOS"
    ],
    [
      "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
      "Chrome on Android"
    ],
    ["curl/8.5.0", "curl"],
    ["something of its own", "something of its own"],
    ["", "Unknown"]
  ])("of %s", (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name)
  })

  it("is short, whatever a browser claims", () => {
    fc.assert(fc.property(fc.string({ maxLength: 400 }), (userAgent) => {
      expect(browserName(userAgent).length).toBeLessThanOrEqual(40)
      expect(browserName(userAgent)).not.toBe("")
    }))
  })
})
