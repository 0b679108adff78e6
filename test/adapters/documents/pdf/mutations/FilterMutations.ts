import { brotliCompressSync, deflateRawSync, deflateSync } from "node:zlib"
import type { Objects } from "../MakePdf.ts"
import { partsOf, type PdfPart, PdfWriter } from "./PdfParts.ts"
import { addTableStream, decoyText } from "./StructureMutations.ts"
import type { Mutation } from "./SyntaxMutations.ts"

/** Filter of a stream: its dictionary entries and its encoder. */
interface Filter {
  readonly entries: string
  readonly encode: (data: string) => string
}

const bytesOf = (data: string): Buffer => Buffer.from(data, "latin1")
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1")
const deflated = (data: string): string => latin1(deflateSync(bytesOf(data)))
const inHex = (data: string): string => `${bytesOf(data).toString("hex")}>`

/** Encodes ASCII85. The data ends within a group of five digits unless its length is a multiple of four. */
const ascii85 = (data: string): string => {
  const bytes = bytesOf(data)
  let text = ""
  for (let at = 0; at < bytes.length; at += 4) {
    const group = Buffer.concat([bytes.subarray(at, at + 4), Buffer.alloc(4)]).readUInt32BE(0)
    const digits = Array.from({ length: 5 }, (_, place) => Math.floor(group / 85 ** (4 - place)) % 85 + 33)
    const count = Math.min(4, bytes.length - at) + 1
    text += group === 0 && count === 5 ? "z" : String.fromCharCode(...digits.slice(0, count))
  }
  return `${text}~>`
}

/** Encodes LZW with 9-bit codes only: a clear code before each 200 bytes. */
const lzw = (data: string): string => {
  const codes = [...bytesOf(data)].flatMap((byte, at) => at % 200 === 0 ? [256, byte] : [byte])
  const bits = [...codes, 257].map((code) => code.toString(2).padStart(9, "0")).join("")
  return (bits.match(/.{1,8}/g) ?? []).map((one) => String.fromCharCode(Number.parseInt(one.padEnd(8, "0"), 2))).join(
    ""
  )
}

const runs = (data: string): string =>
  `${(data.match(/[\s\S]{1,100}/g) ?? []).map((run) => String.fromCharCode(run.length - 1) + run).join("")}\x80`

const columns = 12
const rowsOf = (data: string): ReadonlyArray<Buffer> =>
  (data.padEnd(Math.ceil(data.length / columns) * columns, " ").match(/[\s\S]{12}/g) ?? []).map(bytesOf)

/** Applies a PNG predictor to rows of 12 bytes. */
const png = (type: number, data: string): string => {
  let above: Buffer = Buffer.alloc(columns)
  return rowsOf(data).map((row) => {
    const coded = row.map((byte, at) => {
      const [left, up, upLeft] = [row[at - 1] ?? 0, above[at]!, above[at - 1] ?? 0]
      return byte - [0, left, up, left + up >> 1, paeth(left, up, upLeft)][type]!
    })
    above = row
    return String.fromCharCode(type) + latin1(coded)
  }).join("")
}

const paeth = (left: number, up: number, upLeft: number): number => {
  const estimate = left + up - upLeft
  const distances = [left, up, upLeft].map((one) => Math.abs(estimate - one))
  return [left, up, upLeft][distances.indexOf(Math.min(...distances))]!
}

const tiff = (data: string): string =>
  rowsOf(data).map((row) => latin1(row.map((byte, at) => byte - (row[at - 1] ?? 0)))).join("")

const predictor = (number: number): string => `/DecodeParms<</Predictor ${number}/Columns ${columns}>>`
const times = (count: number, encode: (data: string) => string) => (data: string): string =>
  Array.from({ length: count }).reduce<string>((text) => encode(text), data)

/** Filters by the name of their mutation. */
const filters: Readonly<Record<string, Filter>> = {
  "no filter": { entries: "", encode: (data) => data },
  "FlateDecode": { entries: "/Filter/FlateDecode", encode: deflated },
  "FlateDecode in a list": { entries: "/Filter[/FlateDecode]/DecodeParms[null]", encode: deflated },
  "FlateDecode without a checksum": { entries: "/Filter/FlateDecode", encode: (data) => deflated(data).slice(0, -4) },
  "FlateDecode with a wrong checksum": {
    entries: "/Filter/FlateDecode",
    encode: (data) => `${deflated(data).slice(0, -4)}xxxx`
  },
  "FlateDecode with data after its end": {
    entries: "/Filter/FlateDecode",
    encode: (data) => `${deflated(data)}${"x".repeat(99)}`
  },
  "FlateDecode with blanks before it": { entries: "/Filter/FlateDecode", encode: (data) => `\r\n${deflated(data)}` },
  "FlateDecode with a damaged header": {
    entries: "/Filter/FlateDecode",
    encode: (data) => `\x78\x9b${deflated(data).slice(2)}`
  },
  "FlateDecode without a header": {
    entries: "/Filter/FlateDecode",
    encode: (data) => latin1(deflateRawSync(bytesOf(data)))
  },
  "FlateDecode of stored blocks": {
    entries: "/Filter/FlateDecode",
    encode: (data) => latin1(deflateSync(bytesOf(data), { level: 0 }))
  },
  "FlateDecode with a PNG predictor": {
    entries: `/Filter/FlateDecode${predictor(12)}`,
    encode: (data) => deflated(png(2, data))
  },
  "FlateDecode with a Paeth predictor": {
    entries: `/Filter/FlateDecode${predictor(15)}`,
    encode: (data) => deflated(png(4, data))
  },
  "FlateDecode with an averaging predictor": {
    entries: `/Filter/FlateDecode${predictor(10)}`,
    encode: (data) => deflated(png(3, data))
  },
  "FlateDecode with a TIFF predictor": {
    entries: `/Filter/FlateDecode${predictor(2)}`,
    encode: (data) => deflated(tiff(data))
  },
  "a predictor under the short key": {
    entries: `/Filter/FlateDecode${predictor(12).replace("DecodeParms", "DP")}`,
    encode: (data) => deflated(png(2, data))
  },
  "BrotliDecode": { entries: "/Filter/BrotliDecode", encode: (data) => latin1(brotliCompressSync(bytesOf(data))) },
  "LZWDecode": { entries: "/Filter/LZWDecode", encode: lzw },
  "LZWDecode with a late change": { entries: "/Filter/LZWDecode/DecodeParms<</EarlyChange 0>>", encode: lzw },
  "LZWDecode with a predictor": { entries: `/Filter/LZWDecode${predictor(12)}`, encode: (data) => lzw(png(2, data)) },
  "RunLengthDecode": { entries: "/Filter/RunLengthDecode", encode: runs },
  "ASCIIHexDecode": { entries: "/Filter/ASCIIHexDecode", encode: inHex },
  "ASCIIHexDecode with blanks": {
    entries: "/Filter/ASCIIHexDecode",
    encode: (data) => inHex(data).replaceAll(/../g, "$&\n ")
  },
  "ASCIIHexDecode with other characters": {
    entries: "/Filter/ASCIIHexDecode",
    encode: (data) => inHex(data).replaceAll(/../g, "$&zx")
  },
  "ASCIIHexDecode without an end": { entries: "/Filter/ASCIIHexDecode", encode: (data) => inHex(data).slice(0, -1) },
  "ASCII85Decode": { entries: "/Filter/ASCII85Decode", encode: ascii85 },
  "ASCII85Decode with its marker": { entries: "/Filter/ASCII85Decode", encode: (data) => `<~${ascii85(data)}` },
  "ASCII85Decode with blanks": {
    entries: "/Filter/ASCII85Decode",
    encode: (data) => ascii85(data).replaceAll(/.../g, "$&\r\n ")
  },
  "ASCII85Decode without an end": { entries: "/Filter/ASCII85Decode", encode: (data) => ascii85(data).slice(0, -2) },
  "chained filters": { entries: "/Filter[/ASCIIHexDecode/FlateDecode]", encode: (data) => inHex(deflated(data)) },
  "chained filters with parameters": {
    entries: `/Filter[/ASCII85Decode/FlateDecode]/DecodeParms[null<</Predictor 12/Columns ${columns}>>]`,
    encode: (data) => ascii85(deflated(png(2, data)))
  },
  "short filter names": { entries: "/Filter[/AHx/A85/Fl]", encode: (data) => inHex(ascii85(deflated(data))) },
  "the short filter key": { entries: "/F/Fl", encode: deflated },
  "filter names in hex": { entries: "/#46ilter/#46lateDecode", encode: deflated },
  "six filters": { entries: `/Filter[${"/AHx".repeat(6)}]`, encode: times(6, inHex) },
  "seven filters": { entries: `/Filter[${"/AHx".repeat(7)}]`, encode: times(7, inHex) },
  "nine compressions": { entries: `/Filter[${"/Fl".repeat(9)}]`, encode: times(9, deflated) },
  "a filter that leaves data unencrypted": { entries: "/Filter[/Crypt/FlateDecode]", encode: deflated },
  "a filter in another object": { entries: "/Filter 890 0 R", encode: deflated },
  "a list of filters in other objects": { entries: "/Filter[890 0 R]/DecodeParms 891 0 R", encode: deflated },
  "the last of two filters": { entries: "/Filter/ASCIIHexDecode/Filter/FlateDecode", encode: deflated },
  "the first of two filters": { entries: "/Filter/FlateDecode/Filter/ASCIIHexDecode", encode: deflated }
}

/** Lengths of a stream that viewers correct. */
const lengths: Readonly<Record<string, (length: number) => string>> = {
  "a length of zero": () => "/Length 0",
  "a length that is too short": (length) => `/Length ${Math.max(0, length - 3)}`,
  "a length that is too long": (length) => `/Length ${length + 9_999}`,
  "a negative length": () => "/Length -1",
  "no length": () => "",
  "a length in another object": () => "/Length 892 0 R",
  "a wrong length in another object": () => "/Length 893 0 R",
  "a length without an object": () => "/Length 899 0 R",
  "a length as text": (length) => `/Length(${length})`
}

const helpers = (writer: PdfWriter, length: number): PdfWriter =>
  writer.object(890, "/FlateDecode").object(891, "[null]").object(892, String(length)).object(893, "5")

/** Encodes the streams of all objects. */
const withStreams = (
  objects: Objects,
  write: (part: PdfPart, stream: string) => string
): Uint8Array => {
  const writer = new PdfWriter()
  let length = 0
  for (const part of partsOf(objects)) {
    length = part.stream?.length ?? length
    writer.object(part.number, part.stream === null ? part.value : write(part, part.stream))
  }
  helpers(writer, length).table()
  return writer.bytes
}

const filteredStream = ({ value }: PdfPart, stream: string, { encode, entries }: Filter): string => {
  const data = encode(stream)
  return `${value.replace(/\/Length \d+>>$/, "")}${entries}/Length ${data.length}>>stream\n${data}\nendstream`
}

const containerNumber = 700

/** Writes all objects that have no streams into an object stream. */
const contained = (
  objects: Objects,
  { encode, entries }: Filter,
  { change = (dictionary: string) => dictionary, decoys = "", hybrid = false } = {}
): Uint8Array => {
  const parts = partsOf(objects)
  const writer = new PdfWriter().all(parts.filter(({ stream }) => stream !== null))
  const inner = parts.filter(({ stream }) => stream === null)
  let offset = 0
  const head = inner.map(({ number, value }) => {
    const pair = `${number} ${offset} `
    offset += value.length + 1
    return pair
  }).join("")
  const data = encode(head + inner.map(({ value }) => value).join(" "))
  const dictionary = `<</Type/ObjStm/N ${inner.length}/First ${head.length}${entries}/Length ${data.length}>>`
  helpers(writer, data.length).object(containerNumber, `${change(dictionary)}stream\n${data}\nendstream`)
  writer.add(decoys)
  const rows = new Map(inner.map(({ number }, at) => [number, [2, containerNumber, at]] as const))
  if (!hybrid) return writer.add(`startxref\n${addTableStream(writer, rows)}\n%%EOF\n`).bytes
  const { entries: direct } = writer
  const stream = addTableStream(writer, rows)
  writer.entries = direct
  writer.table(`/Root 1 0 R/XRefStm ${stream}`)
  return writer.bytes
}

const flate = filters["FlateDecode"]!

const named = (prefix: string, mutations: Readonly<Record<string, Mutation>>): Readonly<Record<string, Mutation>> =>
  Object.fromEntries(Object.entries(mutations).map(([name, mutation]) => [`${prefix}: ${name}`, mutation]))

const mapped = <A>(record: Readonly<Record<string, A>>, mutation: (value: A) => Mutation) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, mutation(value)]))

/** Mutations of streams and object streams. */
export const filterMutations: Readonly<Record<string, Mutation>> = {
  ...named(
    "stream",
    mapped(
      filters,
      (filter) => (objects) => withStreams(objects, (part, stream) => filteredStream(part, stream, filter))
    )
  ),
  ...named(
    "stream",
    mapped(lengths, (length) => (objects) =>
      withStreams(
        objects,
        ({ value }, stream) =>
          `${value.replace(/\/Length \d+>>$/, "")}${length(stream.length)}>>stream\n${stream}\nendstream`
      ))
  ),
  ...named("stream", {
    "a carriage return after its keyword": (objects) =>
      withStreams(objects, ({ value }, stream) => `${value}stream\r${stream}\rendstream`),
    "blanks after its keyword": (objects) =>
      withStreams(objects, ({ value }, stream) => `${value}stream  \r\n${stream}\nendstream`),
    "a comment after its keyword": (objects) =>
      withStreams(objects, ({ value }, stream) => `${value}stream %x\n${stream}\nendstream`),
    "other characters after its keyword": (objects) =>
      withStreams(objects, ({ value }, stream) => `${value}stream x y\n${stream}\nendstream`),
    "no endstream": (objects) => withStreams(objects, ({ value }, stream) => `${value}stream\n${stream}\n`),
    "no line end before endstream": (objects) =>
      withStreams(objects, ({ value }, stream) => `${value}stream\n${stream}endstream`),
    "a comment before its keyword": (objects) =>
      withStreams(objects, ({ value }, stream) => `${value}%x\nstream\n${stream}\nendstream`)
  }),
  ...named("object stream", mapped(filters, (filter) => (objects) => contained(objects, filter))),
  ...named("object stream", {
    "in a hybrid file": (objects) => contained(objects, flate, { hybrid: true }),
    "before later objects": (objects) => contained(objects, flate, { decoys: decoyText(objects) }),
    "before later objects in a hybrid file": (objects) =>
      contained(objects, flate, { decoys: decoyText(objects), hybrid: true }),
    "without a type": (objects) => contained(objects, flate, { change: (one) => one.replace("/Type/ObjStm", "") }),
    "with another type": (objects) =>
      contained(objects, flate, { change: (one) => one.replace("/ObjStm", "/XObject") }),
    "with a length of zero": (objects) =>
      contained(objects, flate, { change: (one) => one.replace(/Length \d+/, "Length 0") }),
    "with too many objects": (objects) => contained(objects, flate, { change: (one) => one.replace(/N \d+/, "N 999") }),
    "that extends itself": (objects) =>
      contained(objects, flate, { change: (one) => one.replace("/N", "/Extends 700 0 R/N") })
  })
}
