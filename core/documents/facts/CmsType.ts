/** Start of the object identifiers of CMS types: 1.2.840.113549.1.7 and 1.2.840.113549.1.9.16.1 (RFC 5652, RFC 3274). */
const typeStarts: ReadonlyArray<ReadonlyArray<number>> = [
  [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07],
  [0x06, 0x0b, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x01]
]

/** Maximum bytes of the length of the outer sequence. */
const lengthBytesMax = 8
/** Number of leading bytes that contain the start of a CMS type in Base64, after the line of PEM. */
const textBytesMax = 128

/** Start of a CMS type in Base64, with the line of PEM (RFC 7468) or without it. */
const base64Start =
  /^\s{0,9}(?:-----BEGIN [A-Z0-9 #]{1,40}-----\s{1,9})?M[A-I][\w+/]{2,10}(?:C[Sy]qGSIb3DQE[HJ]|Bg[ks]qhkiG9w0B[BC]|Y[JL]KoZIhvcNAQ[ck])/

/** Reports whether bytes are a CMS structure (RFC 5652), such as a signed or encrypted message, in BER or in Base64. */
export const isCms = (bytes: Uint8Array): boolean => {
  const [first, length = 0] = bytes
  if (first !== 0x30) return base64Start.test(latin1.decode(bytes.subarray(0, textBytesMax)))
  const lengthBytes = length > 0x80 ? length & 0x7f : 0
  if (lengthBytes > lengthBytesMax) return false
  return typeStarts.some((start) => start.every((byte, at) => bytes[2 + lengthBytes + at] === byte))
}

const latin1 = new TextDecoder("latin1")
