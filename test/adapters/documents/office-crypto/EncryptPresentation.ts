import { rc4 } from "../../../../adapters/documents/office-crypto/Ciphers.ts"
import { bytes, u16, u32 } from "../excel/MakeWorkbook.ts"
import { cryptoApiInfo, cryptoApiKeys } from "./EncryptWorkbook.ts"

/** A record that holds records (MS-PPT 2.3.1). */
export const record = (type: number, content: Uint8Array): Uint8Array =>
  bytes(u16(0x0f), u16(type), u32(content.length), content)

const atom = (type: number, ...content: ReadonlyArray<Uint8Array>): Uint8Array =>
  bytes(u16(0), u16(type), u32(bytes(...content).length), ...content)

export interface EncryptedStream {
  readonly stream: Uint8Array
  readonly editAt: number
}

/** MS-PPT 2.3.3 to 2.3.7: objects from 1 on, each with a key of its own, and behind them one that says how. */
export const encryptPresentation = (objects: ReadonlyArray<Uint8Array>, password: string): EncryptedStream => {
  const keys = cryptoApiKeys(password, 128)
  const session = record(0x2f14, cryptoApiInfo(password, 128))
  const encrypted = objects.map((object, at) => rc4(keys(at + 1), object))
  const starts = [...objects, session].map((_, at) => bytes(...objects.slice(0, at)).length)
  const stored = bytes(...encrypted, session)
  const count = objects.length + 1
  const directory = atom(0x1772, u32(count << 20 | 1), ...starts.map(u32))
  const edit = atom(0x0ff5, new Uint8Array(12), u32(stored.length), u32(1), u32(4), u32(0), u32(count))
  return { stream: bytes(stored, directory, edit), editAt: stored.length + directory.length }
}
