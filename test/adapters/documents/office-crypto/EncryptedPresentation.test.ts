import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  openPresentation,
  powerPointDefaultPassword
} from "../../../../adapters/documents/office-crypto/EncryptedPresentation.ts"
import { rc4 } from "../../../../adapters/documents/office-crypto/Rc4.ts"
import { bytes, u16, u32 } from "../excel/MakeWorkbook.ts"
import { cryptoApiInfo, cryptoApiKeys } from "./EncryptWorkbook.ts"

const record = (type: number, content: Uint8Array): Uint8Array =>
  bytes(u16(0x0f), u16(type), u32(content.length), content)

const objects = [record(0x03e8, bytes("the document")), record(0x03ee, bytes("a slide"))]

/** MS-PPT 2.3.3 to 2.3.7: objects 1 and 2, each with a key of its own, and object 3, which says how. */
const encrypted = (password: string): { readonly stream: Uint8Array; readonly editAt: number } => {
  const keys = cryptoApiKeys(password, 128)
  const session = record(0x2f14, cryptoApiInfo(password, 128))
  const stored = bytes(...objects.map((object, at) => rc4(keys(at + 1), object)), session)
  const starts = [0, objects[0]!.length, objects[0]!.length + objects[1]!.length]
  const directory = record(0x1772, bytes(u32(3 << 20 | 1), ...starts.map(u32)))
  const edit = record(0x0ff5, bytes(new Uint8Array(12), u32(stored.length), u32(1), u32(4), u32(0), u32(3)))
  return { stream: bytes(stored, directory, edit), editAt: stored.length + directory.length }
}

describe("an encrypted presentation", () => {
  it("that the default password opens", () => {
    const { editAt, stream } = encrypted(powerPointDefaultPassword)
    const plain = openPresentation(stream, editAt)
    const length = objects[0]!.length + objects[1]!.length
    expect(plain?.subarray(0, length)).toEqual(bytes(...objects))
    expect(plain?.subarray(length)).toEqual(stream.subarray(length))
  })

  it("with a password of its own", () => {
    const { editAt, stream } = encrypted("secret")
    expect(openPresentation(stream, editAt)).toBeNull()
  })

  it("that is none", () => {
    expect(openPresentation(bytes(...objects), 0)).toBeNull()
    expect(openPresentation(new Uint8Array(0), 99)).toBeNull()
  })

  it("that is cut or changed anywhere ends, and never throws", () => {
    const { editAt, stream } = encrypted(powerPointDefaultPassword)
    for (let end = 0; end < stream.length; end++) openPresentation(stream.subarray(0, end), editAt)
    fc.assert(
      fc.property(fc.nat(stream.length - 1), fc.nat(255), (at, byte) => {
        const changed = stream.slice()
        changed[at] = byte
        openPresentation(changed, editAt)
      }),
      { numRuns: 500 }
    )
  })
})
