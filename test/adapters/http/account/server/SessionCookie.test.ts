import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  cookieText,
  isSecured,
  plainName,
  securedName,
  tokenCharsMax,
  tokenIn
} from "../../../../../adapters/http/account/server/SessionCookie.ts"

const token = fc.stringMatching(/^[\w-]{1,128}$/)

describe("the cookie's text", () => {
  it("is for this host and its scripts' eyes never, and behind https for https alone", () => {
    expect(cookieText("abc", 60, true)).toBe("__Host-gatehouse=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure")
    expect(cookieText("abc", 60, false)).toBe("gatehouse=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax")
    expect(cookieText("", 0, true)).toBe("__Host-gatehouse=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure")
  })

  it("names no domain: the prefix forbids it, and other hosts are no business of it", () => {
    fc.assert(fc.property(token, fc.boolean(), (text, isSecure) => {
      expect(cookieText(text, 60, isSecure)).not.toMatch(/domain/i)
    }))
  })
})

it.each([
  ["https://gate.example", true],
  ["http://gate.example", false],
  ["http://https.example", false],
  [null, false]
])("%s is secured: %s", (publicUrl, secured) => {
  expect(isSecured(publicUrl)).toBe(secured)
})

describe("the token in a header", () => {
  it("is what was set, wherever it stands among others", () => {
    const others = fc.array(fc.stringMatching(/^[a-f]{1,5}=[\w-]{0,10}$/), { maxLength: 4 })
    fc.assert(fc.property(token, fc.boolean(), others, others, (text, isSecure, before, after) => {
      const [pair] = cookieText(text, 60, isSecure).split("; ")
      expect(tokenIn([...before, pair!, ...after].join("; "), isSecure)).toBe(text)
    }))
  })

  it("is none without one, or under the other name", () => {
    expect(tokenIn(undefined, true)).toBe(null)
    expect(tokenIn("", true)).toBe(null)
    expect(tokenIn(`${plainName}=abc`, true)).toBe(null)
    expect(tokenIn(`${securedName}=abc`, false)).toBe(null)
    expect(tokenIn(`x${plainName}=abc`, false)).toBe(null)
    expect(tokenIn(`${plainName}x=abc`, false)).toBe(null)
    expect(tokenIn(`a="; ${plainName}=abc"`, false)).toBe(null)
  })

  it("is none when there are two, even of the same", () => {
    expect(tokenIn(`${plainName}=abc; ${plainName}=def`, false)).toBe(null)
    expect(tokenIn(`${plainName}=abc; a=b; ${plainName}=abc`, false)).toBe(null)
  })

  it("is none when it is too long or of other characters", () => {
    expect(tokenIn(`${plainName}=${"a".repeat(tokenCharsMax)}`, false)).toHaveLength(tokenCharsMax)
    for (const text of ["a".repeat(tokenCharsMax + 1), "", "a b", "a=b", "a\"", "%61", "ä", "a,b"]) {
      expect([text, tokenIn(`${plainName}=${text}`, false)]).toEqual([text, null])
    }
  })

  it("is a token or none, of whatever text", () => {
    fc.assert(fc.property(fc.string({ maxLength: 300 }), fc.boolean(), (text, isSecure) => {
      const found = tokenIn(text, isSecure)
      expect(found === null || /^[\w-]+$/.test(found)).toBe(true)
    }))
  })
})
