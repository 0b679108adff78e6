import * as fc from "fast-check"
import { brotliCompressSync, deflateRawSync, deflateSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { decodeStream } from "../../../../../adapters/documents/pdf/objects/PdfFilters.ts"
import { PdfDictionary, PdfName } from "../../../../../adapters/documents/pdf/objects/PdfValue.ts"
import { bombBytesMin, Budget, filtersMax } from "../../../../../adapters/documents/reading/Budget.ts"
import { runs } from "../../../../support/TestRun.ts"

// Simple encoders for the streams that the tests decode.

const encodeHex = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(`${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(" ")}>`)

const encodeAscii85 = (bytes: Uint8Array): Uint8Array => {
  let text = ""
  for (let at = 0; at < bytes.length; at += 4) {
    const missing = Math.max(0, at + 4 - bytes.length)
    let value = [0, 1, 2, 3].reduce((sum, more) => sum * 256 + (bytes[at + more] ?? 0), 0)
    if (value === 0 && missing === 0) {
      text += "z"
      continue
    }
    const digits: Array<string> = []
    for (let digit = 0; digit < 5; digit++, value = Math.floor(value / 85)) {
      digits.unshift(String.fromCharCode(0x21 + value % 85))
    }
    text += digits.slice(0, 5 - missing).join("")
  }
  return Buffer.from(`${text}~>`)
}

const encodeRuns = (bytes: Uint8Array): Uint8Array => {
  const out: Array<number> = []
  for (let at = 0; at < bytes.length;) {
    let run = 1
    while (run < 128 && bytes[at + run] === bytes[at]) run++
    if (run > 1) out.push(257 - run, bytes[at]!)
    else out.push(0, bytes[at]!)
    at += run
  }
  return Uint8Array.from([...out, 128])
}

const encodeLzw = (bytes: Uint8Array, early: boolean): Uint8Array => {
  const out: Array<number> = []
  let [buffer, held, bits] = [0, 0, 9]
  const put = (code: number) => {
    buffer = buffer << bits | code
    held += bits
    for (; held >= 8; held -= 8) out.push(buffer >>> held - 8 & 0xff)
    buffer &= (1 << held) - 1
  }
  let table = new Map<string, number>()
  let next = 258
  put(256)
  let word = ""
  for (const byte of bytes) {
    const longer = `${word},${byte}`
    if (word === "" || table.has(longer)) {
      word = word === "" ? String(byte) : longer
      continue
    }
    put(table.get(word) ?? Number(word))
    table.set(longer, next++)
    const codes = next + (early ? 1 : 0)
    // The decoder's table is one entry behind.
    bits = codes > 2_048 ? 12 : codes > 1_024 ? 11 : codes > 512 ? 10 : 9
    if (next === 4_095) {
      put(256)
      table = new Map()
      next = 258
      bits = 9
    }
    word = String(byte)
  }
  if (word !== "") put(table.get(word) ?? Number(word))
  const codes = next + 1 + (early ? 1 : 0)
  bits = codes > 2_048 ? 12 : codes > 1_024 ? 11 : codes > 512 ? 10 : 9
  put(257)
  if (held > 0) out.push(buffer << 8 - held & 0xff)
  return Uint8Array.from(out)
}

/** Encodes each row with its chosen PNG filter (PNG, section 9). */
const encodePng = (
  bytes: Uint8Array,
  row: number,
  pixel: number,
  filters: ReadonlyArray<number>
): Uint8Array => {
  const out: Array<number> = []
  for (let line = 0; line * row < bytes.length; line++) {
    const filter = filters[line % filters.length]!
    out.push(filter)
    for (let at = 0; at < Math.min(row, bytes.length - line * row); at++) {
      const here = line * row + at
      const left = at >= pixel ? bytes[here - pixel]! : 0
      const up = line > 0 ? bytes[here - row]! : 0
      const corner = line > 0 && at >= pixel ? bytes[here - row - pixel]! : 0
      const near = [left, up, corner].toSorted((a, b) =>
        Math.abs(left + up - corner - a) - Math.abs(left + up - corner - b)
      )[0]!
      out.push((bytes[here]! - [0, left, up, left + up >> 1, near][filter]!) & 0xff)
    }
  }
  return Uint8Array.from(out)
}

const name = (text: string) => new PdfName(text, false)

const dictionaryOf = (entries: Readonly<Record<string, number>>): PdfDictionary => {
  const dictionary = new PdfDictionary()
  for (const [key, value] of Object.entries(entries)) dictionary.set(name(key), value)
  return dictionary
}

const decode = (bytes: Uint8Array, filters: ReadonlyArray<string>, parameters?: Readonly<Record<string, number>>) =>
  decodeStream(
    bytes,
    filters.map(name),
    parameters === undefined ? undefined : [dictionaryOf(parameters)],
    new Budget()
  )

/** Contents to encode. Many are repetitive, because the codes exploit repetition. */
const contents = fc.oneof(
  fc.uint8Array({ maxLength: 2_000 }),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => bytes.map((byte) => byte % 3)),
  fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 9 }), fc.nat(900)).map(([bytes, times]) =>
    Uint8Array.from({ length: bytes.length * times }, (_, at) => bytes[at % bytes.length]!)
  )
)

const encoders: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  FlateDecode: deflateSync,
  LZWDecode: (bytes) => encodeLzw(bytes, true),
  ASCIIHexDecode: encodeHex,
  ASCII85Decode: encodeAscii85,
  RunLengthDecode: encodeRuns
}

it("decodes every chain of filters", () => {
  fc.assert(
    fc.property(contents, fc.array(fc.constantFrom(...Object.keys(encoders)), { maxLength: 3 }), (content, chain) => {
      const encoded = chain.reduceRight<Uint8Array>((bytes, filter) => encoders[filter]!(bytes), content)
      const decoded = decode(encoded, chain)
      expect(decoded?.isWhole).toBe(true)
      expect(Buffer.from(decoded!.bytes).equals(content)).toBe(true)
    }),
    runs(150)
  )
})

it("reads LZW with late code growth and with overflowing tables", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 6_000, maxLength: 9_000 }), fc.boolean(), (content, early) => {
      const decoded = decode(encodeLzw(content, early), ["LZWDecode"], { EarlyChange: early ? 1 : 0 })
      expect(Buffer.from(decoded!.bytes).equals(content)).toBe(true)
    }),
    runs(30)
  )
})

it("decodes every PNG predictor row by row", () => {
  const shapes = fc.record({ columns: fc.integer({ min: 1, max: 20 }), colors: fc.integer({ min: 1, max: 4 }) })
  const rows = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 8 })
  fc.assert(fc.property(fc.uint8Array({ minLength: 1, maxLength: 600 }), shapes, rows, (bytes, shape, filters) => {
    const row = shape.columns * shape.colors
    const content = bytes.subarray(0, Math.max(1, Math.floor(bytes.length / row)) * row)
    const encoded = deflateSync(encodePng(content, row, shape.colors, filters))
    const decoded = decode(encoded, ["FlateDecode"], { Predictor: 12, Columns: shape.columns, Colors: shape.colors })
    expect(Buffer.from(decoded!.bytes).equals(content)).toBe(true)
  }))
})

it("decodes the TIFF predictor", () => {
  const differences = Uint8Array.from([1, 1, 1, 255, 5, 0, 0, 1])
  const decoded = decode(deflateSync(differences), ["Fl"], { Predictor: 2, Columns: 4 })
  expect([...decoded!.bytes]).toEqual([1, 2, 3, 2, 5, 5, 5, 6])
})

describe("a Flate stream", () => {
  const content = Buffer.from(Array.from({ length: 4_000 }, (_, at) => `${at} 0 obj`).join(" "))
  const stored = deflateSync(content)

  it("returns the available data if it ends too early", () => {
    const decoded = decode(stored.subarray(0, Math.floor(stored.length * 0.9)), ["FlateDecode"])!
    expect(decoded.bytes.length).toBeGreaterThan(content.length / 2)
    expect(content.subarray(0, decoded.bytes.length).equals(decoded.bytes)).toBe(true)
  })

  it("returns the data before any damage", () => {
    const damaged = Buffer.from(stored)
    damaged.fill(0xff, damaged.length >> 1)
    const decoded = decode(damaged, ["FlateDecode"])!
    expect(decoded.isWhole).toBe(false)
    expect(decoded.bytes.length).toBeGreaterThan(1_000)
    expect(content.subarray(0, 1_000).equals(decoded.bytes.subarray(0, 1_000))).toBe(true)
  })

  it("is read without its header if the header is wrong", () => {
    const headless = Buffer.concat([Buffer.from([0, 0]), deflateRawSync(content)])
    expect(content.equals(decode(headless, ["FlateDecode"])!.bytes)).toBe(true)
  })

  it("is cut off and reported if it is a bomb", () => {
    const inflatedStreamBytesMax = 2 * bombBytesMin
    const budget = new Budget(Infinity, { inflatedStreamBytesMax })
    const bomb = deflateSync(Buffer.alloc(inflatedStreamBytesMax * 4))
    const decoded = decodeStream(bomb, [name("FlateDecode")], undefined, budget)!
    expect(decoded.bytes.length).toBeLessThanOrEqual(inflatedStreamBytesMax)
    expect(decoded.bytes.length).toBeGreaterThan(0)
    expect([budget.isBomb, budget.exhausted]).toEqual([true, ["inflated bytes"]])
  })

  it("shares the budget of the document", () => {
    const budget = new Budget(Infinity, { inflatedBytesMax: 1_000_000 })
    const large = deflateSync(Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * at) >> 7)))
    let read = 0
    for (let stream = 0; stream < 16; stream++) {
      read += decodeStream(large, [name("FlateDecode")], undefined, budget)!.bytes.length
    }
    expect(read).toBeLessThanOrEqual(1_000_000)
    expect(read).toBeGreaterThan(900_000)
    expect(budget.exhausted).toEqual(["inflated bytes"])
  })
})

describe("Brotli data", () => {
  const content = Buffer.from("app.launchURL('http://a.example')".repeat(9))

  it("is decoded", () => {
    expect(content.equals(decode(brotliCompressSync(content), ["BrotliDecode"])!.bytes)).toBe(true)
  })

  it("counts as much as it can expand to if it is damaged or a bomb", () => {
    const bomb = brotliCompressSync(Buffer.alloc(8 * bombBytesMin))
    const outcomeOf = (bytes: Uint8Array) => {
      const budget = new Budget(Infinity, {
        inflatedStreamBytesMax: 2 * bombBytesMin,
        inflatedBytesMax: 3 * bombBytesMin
      })
      const decoded = decodeStream(bytes, [name("BrotliDecode")], undefined, budget)!
      return [decoded.bytes.length, decoded.isWhole, budget.inflatable <= bombBytesMin, budget.isBomb]
    }
    expect(outcomeOf(bomb)).toEqual([0, false, true, true])
    expect(outcomeOf(brotliCompressSync(content).subarray(0, 9)).slice(0, 3)).toEqual([0, false, true])
  })
})

it("skips pictures and chains that are too long", () => {
  for (const filter of ["DCTDecode", "JPXDecode", "JBIG2Decode", "CCITTFaxDecode"]) {
    expect(decode(Uint8Array.of(1), [filter])).toBe(null)
  }
  // Data of an unknown filter stays unchanged, as in viewers.
  expect(decode(Uint8Array.of(1), ["Unheard"])).toEqual({ bytes: Uint8Array.of(1), isWhole: false })
  const budget = new Budget()
  const chain = Array.from({ length: filtersMax + 1 }, () => name("ASCIIHexDecode"))
  expect(decodeStream(Uint8Array.of(0x3e), chain, undefined, budget)).toBe(null)
  expect(budget.exhausted).toEqual(["filters"])
})

it("never throws on arbitrary bytes", () => {
  const numbers = fc.record({
    Predictor: fc.constantFrom(1, 2, 10, 15, -1),
    Columns: fc.constantFrom(0, 1, 7, 2 ** 31, -5, 1e300),
    Colors: fc.constantFrom(1, 4, 2 ** 24, -1),
    BitsPerComponent: fc.constantFrom(1, 8, 16, 0)
  })
  const filters = fc.array(fc.constantFrom(...Object.keys(encoders)), { maxLength: 3 })
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), filters, numbers, (bytes, chain, parameters) => {
    expect(decode(bytes, chain, parameters)).not.toBe(undefined)
  }))
})
