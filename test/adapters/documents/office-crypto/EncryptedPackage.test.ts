import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { openCompoundFile } from "../../../../adapters/documents/compound/CompoundFile.ts"
import { spinCountMax, spinMillisMax } from "../../../../adapters/documents/office-crypto/AgileEncryption.ts"
import { openEncryptedPackage } from "../../../../adapters/documents/office-crypto/EncryptedPackage.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { runs } from "../../../support/TestRun.ts"
import { makeCompoundFile } from "../ole/MakeCompoundFile.ts"
import { encryptAgile, encryptRc4, encryptStandard } from "./EncryptPackage.ts"

const password = "VelvetSweatshop"
const content = Uint8Array.from({ length: 10_001 }, (_, at) => "PK\x03\x04".charCodeAt(at % 7) & 0xff)

const open = (bytes: Uint8Array, now?: () => number) =>
  openEncryptedPackage(openCompoundFile(bytes, new Budget())!, new Budget(Infinity, now && { now }))

/** Returns a clock that advances by a tenth of the password time limit at each reading. */
const fastClock = () => {
  let looks = 0
  return { now: () => looks++ * spinMillisMax / 10, looks: () => looks }
}

const contentOf = (bytes: Uint8Array): Uint8Array | string => {
  const opened = open(bytes)
  return opened === null ? "none" : opened === "locked" ? opened : Uint8Array.from(opened.bytes)
}

describe("an encrypted package", () => {
  it.each([
    ["standard, 128 bits", () => encryptStandard(content, password, 128)],
    ["standard, 192 bits", () => encryptStandard(content, password, 192)],
    ["standard, 256 bits", () => encryptStandard(content, password, 256)],
    ["RC4", () => encryptRc4(content, password)],
    ["agile, SHA-512", () => encryptAgile(content, password)],
    ["agile, SHA-384", () => encryptAgile(content, password, { hash: "SHA384", keyBits: 192 })],
    ["agile, SHA-256", () => encryptAgile(content, password, { hash: "SHA256", keyBits: 128 })],
    ["agile, SHA-1, whose hash is shorter than the key", () => encryptAgile(content, password, { hash: "SHA1" })]
  ])("is read if the default password opens it: %s", (_, make) => expect(contentOf(make())).toEqual(content))

  it.each([
    ["standard", () => encryptStandard(content, "secret", 128)],
    ["RC4", () => encryptRc4(content, "secret")],
    ["agile", () => encryptAgile(content, "secret")]
  ])("stays locked if it has its own password: %s", (_, make) => expect(contentOf(make())).toBe("locked"))

  it.each([
    ["no description", makeCompoundFile({ EncryptedPackage: "12345678x" })],
    ["an empty one", makeCompoundFile({ EncryptedPackage: "12345678x", EncryptionInfo: "" })],
    [
      "extensible encryption",
      makeCompoundFile({ EncryptedPackage: "12345678x", EncryptionInfo: "\x04\0\x03\0\0\0\0\0" })
    ],
    ["an unknown hash", encryptAgile(content, password, { change: (xml) => xml.replaceAll("SHA512", "WHIRLPOOL") })],
    ["an unknown cipher", encryptAgile(content, password, { change: (xml) => xml.replaceAll("\"AES\"", "\"RC2\"") })],
    [
      "a key of no size",
      encryptAgile(content, password, { change: (xml) => xml.replaceAll("keyBits=\"256\"", "keyBits=\"\"") })
    ],
    [
      "values that are no base64",
      encryptAgile(content, password, { change: (xml) => xml.replaceAll("saltValue=\"", "saltValue=\"*") })
    ],
    ["no key", encryptAgile(content, password, { change: (xml) => xml.replace(/<p:.*\/>/s, "") })],
    ["more rounds than there may be", encryptAgile(content, password, { claimedSpinCount: String(spinCountMax + 1) })],
    ["rounds that are none", encryptAgile(content, password, { claimedSpinCount: "-1" })]
  ])("with %s stays locked without any hash round", (_, bytes) => {
    // Hashing reads the clock before its first round.
    const { looks, now } = fastClock()
    expect([open(bytes, now), looks()]).toEqual(["locked", 0])
  })

  it("stays locked if decryption takes too long", () => {
    const { looks, now } = fastClock()
    expect(open(encryptAgile(content, password, { claimedSpinCount: String(spinCountMax) }), now)).toBe("locked")
    // All rounds would read the clock 2,442 times.
    expect(looks()).toBeLessThan(30)
  })

  it("is not found in another compound file", () => {
    expect(contentOf(makeCompoundFile({ WordDocument: "x" }))).toBe("none")
  })

  it("never throws and always ends if the description is truncated or changed", () => {
    const agile = encryptAgile(content.subarray(0, 100), password, { spinCount: 1 })
    const from = Buffer.from(agile).indexOf("<?xml") - 8
    fc.assert(
      fc.property(fc.nat(1_600), fc.nat(255), (at, byte) => {
        const changed = agile.slice()
        changed[from + at] = byte
        const { looks, now } = fastClock()
        open(changed, now)
        expect(looks()).toBeLessThan(30)
      }),
      runs(200)
    )
    for (let end = 0; end < agile.length; end += 64) {
      const file = openCompoundFile(agile.subarray(0, end), new Budget())
      if (file !== null) openEncryptedPackage(file, new Budget())
    }
  })
})
