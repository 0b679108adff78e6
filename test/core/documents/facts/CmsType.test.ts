import { describe, expect, it } from "vitest"
import { isCms } from "../../../../core/documents/facts/CmsType.ts"
import { makeCompressed, makeEnveloped, makeSigned } from "../../../adapters/documents/smime/MakeCms.ts"

describe("a CMS structure", () => {
  it.each([1, 50, 100, 200, 1_000, 70_000, 20_000_000])("of %d bytes is recognized, also in Base64", (length) => {
    const content = Buffer.alloc(length, "a")
    for (
      const bytes of [
        makeSigned(content),
        makeSigned(content.subarray(0, 1_000), true),
        makeCompressed(content),
        makeEnveloped()
      ]
    ) {
      expect(isCms(bytes)).toBe(true)
      const text = Buffer.from(bytes.subarray(0, 96)).toString("base64")
      expect(isCms(Buffer.from(text))).toBe(true)
      expect(isCms(Buffer.from(`-----BEGIN PKCS7-----\r\n${text}`))).toBe(true)
    }
  })

  it.each([
    ["a certificate", "3082031230820206"],
    ["another type", "300c06092a864886f70d01090101"],
    ["a text", Buffer.from("Miss MIAG").toString("hex")],
    ["a certificate in PEM", Buffer.from("-----BEGIN CERTIFICATE-----\nMIIDETCCAfmgAwIBAgIUHe").toString("hex")],
    ["a length of many bytes", "30ff06092a864886f70d0107"],
    ["nothing", ""]
  ])("is not %s", (_, hex) => expect(isCms(Buffer.from(hex, "hex"))).toBe(false))
})
