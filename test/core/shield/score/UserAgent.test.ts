import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fitsSystem, parseUserAgent } from "../../../../core/shield/score/UserAgent.ts"
import { anyCharacter } from "../../../support/AnyCharacter.ts"

const apple = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
const blink = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0"

describe("parseUserAgent", () => {
  it.each(
    [
      [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36`, "chromium", 156, "windows", false],
      [
        `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36 Edg/156.0.0.0`,
        "chromium",
        156,
        "windows",
        false
      ],
      [`Mozilla/5.0 (Linux; Android 10; K) ${blink} Mobile Safari/537.36`, "chromium", 156, "android", true],
      [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Safari/537.36`, "chromium", 156, "chromeos", false],
      ["Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0", "firefox", 150, "linux", false],
      ["Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0", "firefox", 150, "android", true],
      [
        `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/18.3 Safari/605.1.15`,
        "safari",
        18.3,
        "mac",
        false
      ],
      [
        `Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) ${apple} Version/18.3 Mobile/15E148 Safari/604.1`,
        "safari",
        18.3,
        "ios",
        true
      ],
      [
        `Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) ${apple} CriOS/156.0 Mobile/15E148 Safari/604.1`,
        "safari",
        null,
        "ios",
        true
      ],
      [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) ${apple} Mobile/15E148`, "safari", null, "ios", true],
      ["curl/8.9.1", null, null, null, false],
      ["", null, null, null, false]
    ] as const
  )("%s", (text, engine, version, system, isMobile) => {
    expect(parseUserAgent(text)).toMatchObject({ engine, version, system, isMobile })
  })

  it("recognizes browsers inside apps", () => {
    expect(parseUserAgent("Mozilla/5.0 (Linux; Android 14; SM-S911B; wv) Version/4.0 Chrome/156.0.1.2 Mobile").isInApp)
      .toBe(true)
    expect(parseUserAgent(`Mozilla/5.0 (Linux; Android 10; K) ${blink} Mobile`).isInApp).toBe(false)
  })

  it("accepts any input", () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => {
      parseUserAgent(text)
    }))
  })
})

describe("fitsSystem", () => {
  it.each(
    [
      ["Win32", "windows", true],
      ["Linux armv81", "android", true],
      ["Linux x86_64", "chromeos", true],
      ["MacIntel", "ios", true],
      ["Linux x86_64", "windows", false],
      ["Linux x86_64", "mac", false],
      ["Win32", "linux", false],
      ["Android", "windows", false],
      ["Chrome OS", "chromeos", true],
      ["FreeBSD amd64", "linux", true],
      ["", "windows", true]
    ] as const
  )("%s in %s: %s", (platform, system, fits) => expect(fitsSystem(platform, system)).toBe(fits))
})
