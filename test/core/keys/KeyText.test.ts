import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isKeyText, type KeyPrefix, keyRandomBytes, makeKeyText } from "../../../core/keys/KeyText.ts"

const prefixes: ReadonlyArray<KeyPrefix> = ["gh_live_", "gh_site_", "gh_secret_"]
const prefix = fc.constantFrom(...prefixes)
const random = fc.uint8Array({ minLength: keyRandomBytes, maxLength: keyRandomBytes })

describe("the text of a key", () => {
  it("is recognized with its original parts", () => {
    fc.assert(fc.property(prefix, random, (name, bytes) => {
      const text = makeKeyText(name, bytes)
      expect(text.startsWith(name)).toBe(true)
      for (const other of prefixes) expect(isKeyText(other, text)).toBe(other === name)
    }))
  })

  it("contains every bit of its randomness", () => {
    fc.assert(fc.property(random, random, (one, other) => {
      const isSame = one.every((byte, at) => byte === other[at])
      expect(makeKeyText("gh_live_", one) === makeKeyText("gh_live_", other)).toBe(isSame)
    }))
  })

  it("is refused if any single character changes", () => {
    const another = fc.stringMatching(/^[0-9A-Za-z_ -]$/)
    fc.assert(fc.property(prefix, random, fc.nat(), another, (name, bytes, place, char) => {
      const text = makeKeyText(name, bytes)
      const at = place % text.length
      fc.pre(text[at] !== char)
      expect(isKeyText(name, text.slice(0, at) + char + text.slice(at + 1))).toBe(false)
    }))
  })

  it("is refused if characters are missing or added, as is any other text", () => {
    fc.assert(fc.property(prefix, random, fc.string(), (name, bytes, text) => {
      const key = makeKeyText(name, bytes)
      expect(isKeyText(name, key.slice(0, -1))).toBe(false)
      expect(isKeyText(name, `${key}0`)).toBe(false)
      expect(isKeyText(name, text)).toBe(false)
    }))
  })
})
