import { decryptBlocks, openRc4 } from "../../office-crypto/OfficeRc4.ts"
import { xorArray, xorDecrypt, xorVerifier } from "../../office-crypto/XorObfuscation.ts"
import { uint16 } from "../../reading/Numbers.ts"

/** The content of a record, in the clear. `start` and `end`: where it lies in the stream. */
export type RecordCipher = (start: number, end: number) => Uint8Array

/** Each block of a workbook has a key of its own (MS-XLS 2.2.10). */
const blockBytes = 1_024

/**
 * The cipher that a FILEPASS record names (MS-XLS 2.4.117); null where the password is another.
 *
 * @param body the record
 * @param stream all of it, since keys go by the place in the stream
 */
export const openFilepass = (
  body: Uint8Array,
  stream: Uint8Array,
  isBiff8: boolean,
  password: string
): RecordCipher | null => {
  const kind = isBiff8 ? uint16(body, 0) : 0
  if (kind === 0) {
    const verifier = uint16(body, isBiff8 ? 4 : 2)
    if (verifier !== xorVerifier(password)) return null
    const array = xorArray(password)
    return (start, end) => xorDecrypt(array, stream.subarray(start, end), end)
  }
  const keys = kind === 1 ? openRc4(body.subarray(2), password) : null
  if (keys === null) return null
  let plain: Uint8Array | null = null
  return (start, end) => (plain ??= decryptBlocks(keys, stream, blockBytes)).subarray(start, end)
}
