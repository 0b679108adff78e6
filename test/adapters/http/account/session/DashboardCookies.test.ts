import { Cookies } from "effect/http"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  buildCookie,
  deviceCookie,
  readCookie,
  sessionCookie,
  usesHttps
} from "../../../../../adapters/http/account/session/DashboardCookies.ts"
import { measureCpuMillisPerRun } from "../../../../support/CpuTime.ts"

const secure = "https://gate.example"
const publicUrls = fc.constantFrom(secure, "http://gate.example", null)

describe.each([
  { cookie: sessionCookie, value: fc.stringMatching(/^[\w-]{1,128}$/), other: "a.b" },
  { cookie: deviceCookie, value: fc.stringMatching(/^[\w.-]{1,256}$/), other: "a~b" }
])("the cookie $cookie.name", ({ cookie, other, value }) => {
  const { charsMax, name } = cookie
  const textOf = (text: string, seconds: number, publicUrl: string | null) =>
    Cookies.serializeCookie(buildCookie(cookie, text, seconds, publicUrl))

  it("is HttpOnly and host-only, and Secure behind https", () => {
    expect(textOf("abc", 60, secure)).toBe(`__Host-${name}=abc; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax`)
    expect(textOf("abc", 60, null)).toBe(`${name}=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Lax`)
    expect(textOf("", 0, secure)).toBe(`__Host-${name}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`)
  })

  it("sets no Domain, which the prefix forbids", () => {
    fc.assert(fc.property(value, publicUrls, (text, publicUrl) => {
      expect(textOf(text, 60, publicUrl)).not.toMatch(/domain=/i)
    }))
  })

  it("is read as it was set, at any position among other cookies", () => {
    const others = fc.array(fc.stringMatching(/^[a-f]{1,5}=[\w-]{0,10}$/), { maxLength: 4 })
    fc.assert(fc.property(value, publicUrls, others, others, (text, publicUrl, before, after) => {
      const [pair] = textOf(text, 60, publicUrl).split("; ")
      expect(readCookie(cookie, [...before, pair!, ...after].join("; "), publicUrl)).toBe(text)
    }))
  })

  it("is null without a cookie or under another name", () => {
    expect(readCookie(cookie, undefined, secure)).toBe(null)
    expect(readCookie(cookie, "", secure)).toBe(null)
    expect(readCookie(cookie, `${name}=abc`, secure)).toBe(null)
    expect(readCookie(cookie, `__Host-${name}=abc`, null)).toBe(null)
    expect(readCookie(cookie, `x${name}=abc`, null)).toBe(null)
    expect(readCookie(cookie, `${name}x=abc`, null)).toBe(null)
    expect(readCookie(cookie, `a="; ${name}=abc"`, null)).toBe(null)
  })

  it.each(["\u00a0", "\ufeff", "\v", "\f", "\u2028", "\u0085"])(
    "ignores a name that begins with %j, which other hosts of the domain can set",
    (space) => {
      const foreign = `${space}__Host-${name}=def`
      expect(readCookie(cookie, foreign, secure)).toBe(null)
      for (
        const header of [
          `${foreign}; __Host-${name}=abc`,
          `__Host-${name}=abc; ${foreign}`,
          `a=b;${foreign};\t__Host-${name}=abc`
        ]
      ) {
        expect(readCookie(cookie, header, secure)).toBe("abc")
      }
      expect(readCookie(cookie, `__Host-${name}=abc${space}`, secure)).toBe(null)
    }
  )

  it("is null if it appears twice, even with the same value", () => {
    expect(readCookie(cookie, `${name}=abc; ${name}=def`, null)).toBe(null)
    expect(readCookie(cookie, `${name}=abc; a=b; ${name}=abc`, null)).toBe(null)
  })

  it("is null if it is too long or has invalid characters", () => {
    expect(readCookie(cookie, `${name}=${"a".repeat(charsMax)}`, null)).toHaveLength(charsMax)
    for (const text of ["a".repeat(charsMax + 1), "", other, "a b", "a=b", "a\"", "%61", "ä", "a,b"]) {
      expect([text, readCookie(cookie, `${name}=${text}`, null)]).toEqual([text, null])
    }
  })

  it("is well-formed or null for any text", () => {
    fc.assert(fc.property(fc.string({ maxLength: 400 }), publicUrls, (text, publicUrl) => {
      const found = readCookie(cookie, `${name}=${text}`, publicUrl)
      expect(found === null || /^[\w.-]+$/.test(found)).toBe(true)
    }))
  })
})

it("the two cookies are not confused", () => {
  const both = "gatehouse-device=a.b; gatehouse=abc"
  expect([readCookie(sessionCookie, both, null), readCookie(deviceCookie, both, null)]).toEqual(["abc", "a.b"])
})

it.each([
  [secure, true],
  ["http://gate.example", false],
  ["http://https.example", false],
  [null, false]
])("is secure for %s: %s", (publicUrl, secured) => {
  expect(usesHttps(publicUrl)).toBe(secured)
})

// Node accepts up to 16 KiB of headers, so any client can send a header of this length.
it.each([
  ["blanks within a pair", `a${" ".repeat(7_500)}b`],
  ["blanks and tabs within a pair", `a${" \t".repeat(8_000)}b`],
  ["blanks before a sign that is no blank", `${" ".repeat(16_000)}\u00a0`],
  ["empty pairs", ";".repeat(16_000)],
  ["blank pairs", " ;".repeat(8_000)],
  ["its name again and again", "gatehouse=".repeat(1_600)]
])("parses a header of %s within a millisecond", (_, header) => {
  const millis = measureCpuMillisPerRun(() => void readCookie(sessionCookie, header, null))
  expect(millis).toBeLessThan(1.5)
})
