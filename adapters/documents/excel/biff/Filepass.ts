import { decryptBlocks, deriveRc4BlockKeys } from "../../office-crypto/OfficeRc4.ts"
import { computeXorVerifier, xorArray, xorDecrypt } from "../../office-crypto/XorObfuscation.ts"
import { uint16 } from "../../reading/Numbers.ts"

/** Returns the decrypted content of a record between two offsets of the stream. */
export type RecordCipher = (start: number, end: number) => Uint8Array

/** Size in bytes of the blocks of a workbook. Each block has a separate key (MS-XLS 2.2.10). */
const blockBytes = 1_024

/**
 * Returns the cipher that a FILEPASS record specifies (MS-XLS 2.4.117). Null if the password is wrong or the cipher is
 * unsupported.
 *
 * @param body content of the record
 * @param stream the whole workbook stream, because keys depend on the offset in the stream
 */
export const readFilepassCipher = (
  body: Uint8Array,
  stream: Uint8Array,
  isBiff8: boolean,
  password: string
): RecordCipher | null => {
  const kind = isBiff8 ? uint16(body, 0) : 0
  if (kind === 0) {
    const verifier = uint16(body, isBiff8 ? 4 : 2)
    if (verifier !== computeXorVerifier(password)) return null
    const array = xorArray(password)
    return (start, end) => xorDecrypt(array, stream.subarray(start, end), end)
  }
  const keys = kind === 1 ? deriveRc4BlockKeys(body.subarray(2), password) : null
  if (keys === null) return null
  let plain: Uint8Array | null = null
  return (start, end) => (plain ??= decryptBlocks(keys, stream, blockBytes)).subarray(start, end)
}
