import { deflateSync } from "node:zlib"

export const megabyte = 1024 * 1024

/** Deflates zero bytes to about a thousandth of their size. */
export const zeros = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes), { level: 9 })

/** Deflates a piece that is repeated `times` times. */
export const repeated = (piece: string, times: number): Buffer =>
  deflateSync(Buffer.from(piece.repeat(times)), { level: 9 })

export const object = (number: number, dictionary: string, content: Uint8Array | string): Buffer =>
  Buffer.concat([
    Buffer.from(`${number} 0 obj<<${dictionary}/Length ${content.length}>>stream\n`),
    Buffer.from(content),
    Buffer.from("\nendstream endobj\n")
  ])

export const flate = (number: number, dictionary: string, content: Uint8Array): Buffer =>
  object(number, `${dictionary}/Filter/FlateDecode`, content)

export const file = (...parts: ReadonlyArray<string | Uint8Array>): Uint8Array =>
  Buffer.concat([
    Buffer.from("%PDF-1.7\n"),
    ...parts.map((part) => Buffer.from(part)),
    Buffer.from("trailer<</Root 1 0 R>>\n%%EOF\n")
  ])

export const catalog = "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj "
export const page = (entries: string): string => `${catalog}3 0 obj<</Type/Page/Parent 2 0 R${entries}>>endobj `

export const times = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join("")

/** Number of objects that share a large object. */
export const sharers = 20_000

/** Builds a file with one large object and many objects that refer to it. */
export const shared = (target: string | Uint8Array, referring: string): Uint8Array =>
  file(
    catalog,
    "9 0 obj",
    target,
    " endobj ",
    times(sharers, (index) => `${index + 10} 0 obj<<${referring}>>endobj `)
  )

export const sharedStream = (content: Uint8Array, referring: string): Uint8Array =>
  file(
    catalog,
    flate(9, "", content),
    times(sharers, (index) => `${index + 10} 0 obj<<${referring}>>endobj `)
  )

export const runs = (bytes: number): Buffer => {
  const pairs = Buffer.alloc(bytes)
  for (let at = 0; at < bytes; at += 2) pairs[at] = 129
  return pairs
}

/** Returns LZW codes, each of which expands to one byte more than the previous code. */
export const lzwOfZeros = (bytes: number): Buffer => {
  const bits: Array<number> = []
  const out = Buffer.alloc(bytes)
  let [buffer, held, length] = [0, 0, 0]
  const put = (code: number, width: number): void => {
    buffer = buffer << width | code
    for (held += width; held >= 8; held -= 8) if (length < bytes) out[length++] = buffer >>> held - 8 & 0xff
    buffer &= (1 << held) - 1
  }
  bits.length = 0
  while (length < bytes) {
    put(256, bits.length === 0 ? 9 : 12)
    bits.length = 1
    put(0, 9)
    for (let code = 258; code < 4_095; code++) put(code, code < 511 ? 9 : code < 1_023 ? 10 : code < 2_047 ? 11 : 12)
  }
  return out
}

export const zeros64 = (): Buffer => zeros(64 * megabyte)
