import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  decryptPresentation,
  powerPointDefaultPassword
} from "../../../../adapters/documents/office-crypto/EncryptedPresentation.ts"
import { runs } from "../../../support/TestRun.ts"
import { bytes } from "../excel/MakeWorkbook.ts"
import { encryptPresentation, record } from "./EncryptOle2.ts"

const objects = [record(0x03e8, bytes("the document")), record(0x03ee, bytes("a slide"))]

const encrypted = (password: string) => encryptPresentation(objects, password)

describe("an encrypted presentation", () => {
  it("is read if the default password opens it", () => {
    const { editAt, stream } = encrypted(powerPointDefaultPassword)
    const plain = decryptPresentation(stream, editAt)
    const length = objects[0]!.length + objects[1]!.length
    expect(plain?.subarray(0, length)).toEqual(bytes(...objects))
    expect(plain?.subarray(length)).toEqual(stream.subarray(length))
  })

  it("stays locked if it has its own password", () => {
    const { editAt, stream } = encrypted("secret")
    expect(decryptPresentation(stream, editAt)).toBeNull()
  })

  it("is not assumed for an unencrypted presentation", () => {
    expect(decryptPresentation(bytes(...objects), 0)).toBeNull()
    expect(decryptPresentation(new Uint8Array(0), 99)).toBeNull()
  })

  it("never throws and always ends if truncated or changed", () => {
    const { editAt, stream } = encrypted(powerPointDefaultPassword)
    for (let end = 0; end < stream.length; end++) decryptPresentation(stream.subarray(0, end), editAt)
    fc.assert(
      fc.property(fc.nat(stream.length - 1), fc.nat(255), (at, byte) => {
        const changed = stream.slice()
        changed[at] = byte
        decryptPresentation(changed, editAt)
      }),
      runs(200)
    )
  })
})
