import { deflateSync } from "node:zlib"

const bytesOf = (data: Uint8Array | string): Buffer =>
  typeof data === "string" ? Buffer.from(data, "latin1") : Buffer.from(data)

const lengthOf = (length: number): Buffer => {
  if (length < 0x80) return Buffer.from([length])
  const digits = length.toString(16)
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex")
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

/** Writes an element with a definite length. */
export const der = (tag: number, ...contents: ReadonlyArray<Uint8Array | string>): Buffer => {
  const content = Buffer.concat(contents.map(bytesOf))
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

/** Writes an element with an indefinite length. */
export const ber = (tag: number, ...contents: ReadonlyArray<Uint8Array | string>): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...contents.map(bytesOf), Buffer.from([0, 0])])

type Write = typeof der

const pkcs7 = (type: number): Buffer => der(0x06, Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, type]))
const smime = (type: number): Buffer =>
  der(0x06, Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x01, type]))

/** Object identifiers of types of content. */
export const contentTypes = {
  data: pkcs7(1),
  signed: pkcs7(2),
  enveloped: pkcs7(3),
  encrypted: pkcs7(6),
  timeStamp: smime(4),
  compressed: smime(9),
  authEnveloped: smime(23),
  trustList: der(0x06, Buffer.from([0x2b, 0x06, 0x01, 0x04, 0x01, 0x82, 0x37, 0x0a, 0x01]))
}

/** Writes octets in one string, or in several (BER). */
export const octets = (content: Uint8Array | string, pieceBytes = 0): Buffer => {
  const bytes = bytesOf(content)
  if (pieceBytes === 0) return der(0x04, bytes)
  const pieces: Array<Buffer> = []
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(der(0x04, bytes.subarray(at, at + pieceBytes)))
  return ber(0x24, Buffer.concat(pieces))
}

/** Writes the structure of a type with the content before its other fields. */
export const structure = (type: Uint8Array, content: Uint8Array | null, write: Write = der): Buffer =>
  write(
    0x30,
    der(0x02, "\x01"),
    der(0x31, der(0x30, der(0x06, "\x60\x86"))),
    write(0x30, type, ...content === null ? [] : [write(0xa0, content)]),
    der(0xa0, der(0x30, "certificate")),
    der(0x31, der(0x30, "signer"))
  )

export const contentInfo = (type: Uint8Array, content: Uint8Array, write: Write = der): Buffer =>
  write(0x30, type, write(0xa0, content))

/** Builds signed data (RFC 5652, 5), in DER or in BER with octets in pieces. */
export const makeSigned = (
  content: Uint8Array | string | null,
  isBer = false,
  type = contentTypes.data
): Uint8Array => {
  const write = isBer ? ber : der
  const stored = content === null ? null : octets(content, isBer ? 100 : 0)
  return contentInfo(contentTypes.signed, structure(type, stored, write), write)
}

/** Builds compressed data (RFC 3274). */
export const makeCompressed = (content: Uint8Array | string): Uint8Array =>
  contentInfo(contentTypes.compressed, structure(contentTypes.data, octets(deflateSync(bytesOf(content)))))

/** Builds data that is encrypted for recipients (RFC 5652, 6). */
export const makeEnveloped = (type: Uint8Array = contentTypes.enveloped): Uint8Array =>
  contentInfo(type, der(0x30, der(0x02, "\0"), der(0x31, der(0x30, "recipient")), der(0x30, contentTypes.data)))

/** Builds a message whose body is a CMS structure. */
export const mailOf = (
  cms: Uint8Array,
  type = "application/pkcs7-mime; smime-type=signed-data; name=\"smime.p7m\"",
  name = "smime.p7m"
): Uint8Array =>
  Buffer.from(
    "Received: a\r\nFrom: Ann <ann@example.com>\r\nTo: bob@example.org\r\nSubject: Hi\r\nMIME-Version: 1.0\r\n" +
      `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n` +
      `Content-Disposition: attachment; filename="${name}"\r\n\r\n` +
      `${Buffer.from(cms).toString("base64").replace(/.{76}/g, "$&\r\n")}\r\n`
  )
