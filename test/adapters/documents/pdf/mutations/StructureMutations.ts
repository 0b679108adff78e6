import { deflateSync } from "node:zlib"
import type { Objects } from "../MakePdf.ts"
import { stream } from "../pages/MakePage.ts"
import { padded, partsOf, type PdfPart, PdfWriter, textOf } from "./PdfParts.ts"
import type { Mutation } from "./SyntaxMutations.ts"

const noise = "This is not a part of the document.\n".repeat(20)

const valid = (objects: Objects): Uint8Array => {
  const writer = new PdfWriter().all(partsOf(objects))
  writer.table()
  return writer.bytes
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1")
const changed = (objects: Objects, change: (file: string) => string): Uint8Array =>
  Buffer.from(change(text(valid(objects))), "latin1")

const isPlain = ({ number, stream }: PdfPart): boolean => stream === null && number > 2

/** Values of objects in which nothing runs and no link leads anywhere. */
const harmlessValues: Objects = {
  1: "<</Type/Catalog/Pages 2 0 R>>",
  3: "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
  4: stream("BT /F 10 Tf 10 50 Td (Agenda) Tj ET")
}

const sharedNumbers = new Set([2, 5])

/** Objects of the same numbers in which nothing runs and no link leads anywhere. */
const harmless = (objects: Objects): ReadonlyArray<PdfPart> =>
  partsOf(Object.fromEntries(
    Object.keys(objects).filter((number) => !sharedNumbers.has(Number(number))).map((
      number
    ) => [number, harmlessValues[Number(number)] ?? "null"])
  ))

/** Writes harmless objects in a first revision, and the real objects in a second. */
const replaced = (objects: Objects, trailer: (first: number) => string): Uint8Array => {
  const real = partsOf(objects)
  const writer = new PdfWriter().all(real.filter(({ number }) => sharedNumbers.has(number))).all(harmless(objects))
  const first = writer.table()
  writer.all(real.filter(({ number }) => !sharedNumbers.has(number)))
  writer.table(trailer(first), { first: false })
  return writer.bytes
}

/** Writes a file whose cross-reference table ignores later harmless objects. */
const withDecoys = (objects: Objects, decoys: (writer: PdfWriter) => void): Uint8Array => {
  const writer = new PdfWriter().all(partsOf(objects))
  const { entries } = writer
  decoys(writer)
  writer.entries = entries.slice(0, partsOf(objects).length)
  writer.table()
  return writer.bytes
}

/** Harmless objects of the same numbers. */
export const decoyText = (objects: Objects): string =>
  harmless(objects).map((part) => `${part.number} 0 obj ${textOf(part)} endobj\n`).join("")

const endOfBroken = "trailer\n<</Root 1 0 R>>\nstartxref\n7\n%%EOF\n"

/** Writes a file without a usable table, in which viewers search for objects. */
const brokenWith = (objects: Objects, decoys: string): Uint8Array =>
  new PdfWriter().all(partsOf(objects)).add(decoys).add(endOfBroken).bytes

/** Entry of a cross-reference stream: its type and two numbers. */
type Row = readonly [type: number, second: number, third: number]

const rowsText = (rows: ReadonlyMap<number, Row>, size: number): string =>
  Array.from({ length: size }, (_, number) => {
    const [type, second, third] = rows.get(number) ?? [0, 0, 65_535]
    return String.fromCharCode(
      type,
      second >>> 16 & 255,
      second >>> 8 & 255,
      second & 255,
      third >>> 8 & 255,
      third & 255
    )
  }).join("")

/** Adds a cross-reference stream. Returns its offset. */
export const addTableStream = (
  writer: PdfWriter,
  contained: ReadonlyMap<number, Row>,
  { encode = (rows: string) => rows, entries = "", trailer = "/Root 1 0 R", widths = "/W[1 3 2]" } = {}
): number => {
  const offset = writer.text.length
  const number = 900
  const rows = new Map<number, Row>([
    ...writer.entries.map((entry) => [entry.number, [1, entry.offset, entry.generation]] as const),
    ...contained,
    [number, [1, offset, 0]]
  ])
  const data = encode(rowsText(rows, number + 1))
  writer.add(
    `${number} 0 obj\n<</Type/XRef/Size ${number + 1}${widths}${trailer}${entries}/Length ${data.length}>>stream\n` +
      `${data}\nendstream\nendobj\n`
  )
  writer.entries = []
  return offset
}

const deflated = (data: string): string => deflateSync(Buffer.from(data, "latin1")).toString("latin1")

/** Applies the PNG predictor "up" to rows of six bytes. */
const predicted = (rows: string): string => {
  const bytes = Buffer.from(rows, "latin1")
  const out: Array<string> = []
  for (let row = 0; row < bytes.length; row += 6) {
    const difference = bytes.subarray(row, row + 6).map((byte, at) => byte - (row === 0 ? 0 : bytes[row - 6 + at]!))
    out.push(`\u0002${text(difference)}`)
  }
  return out.join("")
}

const ended = (writer: PdfWriter, offset: number): Uint8Array => writer.add(`startxref\n${offset}\n%%EOF\n`).bytes

const withTableStream = (
  objects: Objects,
  options: Parameters<typeof addTableStream>[2] = {},
  decoys = ""
): Uint8Array => {
  const writer = new PdfWriter().all(partsOf(objects)).add(decoys)
  return ended(writer, addTableStream(writer, new Map(), options))
}

/** Mutations of the header, the end and the tables of the file. */
export const structureMutations: Readonly<Record<string, Mutation>> = {
  "nothing": valid,
  "no cross-reference table": (objects) =>
    new PdfWriter().all(partsOf(objects)).add("trailer\n<</Root 1 0 R>>\n%%EOF\n").bytes,
  "no trailer": (objects) => new PdfWriter().all(partsOf(objects)).bytes,
  "no startxref": (objects) => changed(objects, (file) => file.replace(/startxref[\s\S]*/, "")),
  "startxref without a number": (objects) =>
    changed(objects, (file) => file.replace(/startxref[\s\S]*/, "startxref\n")),
  "startxref of zero": (objects) => changed(objects, (file) => file.replace(/(?<=startxref\n)\d+/, "0")),
  "startxref beyond the end": (objects) => changed(objects, (file) => file.replace(/(?<=startxref\n)\d+/, "99999999")),
  "startxref in a comment": (objects) => changed(objects, (file) => file.replace("startxref", "%startxref")),
  "wrong offsets": (objects) =>
    changed(objects, (file) => file.replaceAll(/\d{10}(?= \d{5} n)/g, (at) => padded(Number(at) + 7, 10))),
  "only free entries": (objects) => changed(objects, (file) => file.replaceAll(/(?<=\d{5}) n/g, " f")),
  "junk before the header": (objects) => changed(objects, (file) => noise + file),
  "junk before the header that offsets include": (objects) => {
    const writer = new PdfWriter(`${noise}%PDF-1.7\n`).all(partsOf(objects))
    writer.table()
    return writer.bytes
  },
  "a broken version": (objects) => changed(objects, (file) => file.replace("%PDF-1.7", "%PDF-x.y")),
  "a version of the future": (objects) => changed(objects, (file) => file.replace("%PDF-1.7", "%PDF-9.99999")),
  "a header without a version": (objects) => changed(objects, (file) => file.replace("%PDF-1.7\n", "%PDF-")),
  "no header": (objects) => changed(objects, (file) => file.replace("%PDF-1.7\n", "")),
  "a header of another spelling": (objects) =>
    changed(objects, (file) => file.replace("%PDF-1.7", "%!PS-Adobe-3.0 PDF-1.7")),
  "junk after the end": (objects) => changed(objects, (file) => file + noise),
  "zeros after the end": (objects) => changed(objects, (file) => file + "\0".repeat(5_000)),
  "no end marker": (objects) => changed(objects, (file) => file.replace("%%EOF\n", "")),
  "a table with short entries": (objects) => changed(objects, (file) => file.replaceAll(/ ([nf]) \n/g, " $1\n")),
  "a table that starts at 1": (objects) => changed(objects, (file) => file.replace("xref\n0 1\n", "xref\n1 1\n")),
  "a trailer without blanks": (objects) => changed(objects, (file) => file.replace("trailer\n", "trailer")),
  "a trailer with hex in its names": (objects) => changed(objects, (file) => file.replace("/Root", "/R#6f#6ft")),
  "the catalog in the trailer": (objects) => {
    const [catalog, ...others] = partsOf(objects)
    const writer = new PdfWriter().all(others)
    writer.table(`/Root ${catalog!.value}`)
    return writer.bytes
  },
  "a catalog without a type": (objects) => valid({ ...objects, 1: objects[1]!.replace("/Type/Catalog", "") }),
  "objects in reverse order": (objects) => {
    const writer = new PdfWriter().all(partsOf(objects).toReversed())
    writer.table()
    return writer.bytes
  },
  "a table for each half": (objects) => {
    const real = partsOf(objects)
    const writer = new PdfWriter().all(real.slice(0, 3))
    const first = writer.table("")
    writer.all(real.slice(3)).table(`/Root 1 0 R/Prev ${first}`, { first: false })
    return writer.bytes
  },
  "the root only in an earlier trailer": (objects) => {
    const writer = new PdfWriter().all(partsOf(objects))
    const first = writer.table()
    writer.object(800, "(later)").table(`/Prev ${first}`, { first: false })
    return writer.bytes
  },
  "a later revision": (objects) => replaced(objects, (first) => `/Root 1 0 R/Prev ${first}`),
  "a later revision without a link to the first": (objects) => replaced(objects, () => "/Root 1 0 R"),
  "startxref of an earlier revision": (objects) => {
    const writer = new PdfWriter().all(partsOf(objects))
    const first = writer.table()
    writer.all(harmless(objects)).table(`/Root 1 0 R/Prev ${first}`, { first: false, startxref: first })
    return writer.bytes
  },
  "later objects outside of the table": (objects) => withDecoys(objects, (writer) => writer.add(decoyText(objects))),
  "later objects in a comment": (objects) =>
    withDecoys(objects, (writer) => writer.add(`%${decoyText(objects).replaceAll("\n", " ")}\n`)),
  "later objects in a string": (objects) =>
    withDecoys(objects, (writer) => writer.object(800, `(${decoyText(objects)})`)),
  "later objects after the end": (objects) => changed(objects, (file) => file + decoyText(objects)),
  "later objects of another generation": (objects) =>
    withDecoys(objects, (writer) => writer.add(decoyText(objects).replaceAll(" 0 obj", " 1 obj"))),
  "no table, and later objects in a comment": (objects) =>
    brokenWith(objects, `%${decoyText(objects).replaceAll("\n", " ")}\n`),
  "no table, and later objects in a string": (objects) =>
    brokenWith(objects, `800 0 obj(${decoyText(objects)})endobj\n`),
  "no table, and later objects in a stream": (objects) => {
    const decoys = decoyText({ 1: "", 3: "", 6: "", 7: "" })
    return brokenWith(objects, `800 0 obj<</Length ${decoys.length}>>stream\n${decoys}endstream endobj\n`)
  },
  "no table, and later objects of another generation": (objects) =>
    brokenWith(objects, decoyText(objects).replaceAll(" 0 obj", " 1 obj")),
  "no table, and later damaged objects": (objects) =>
    brokenWith(objects, decoyText(objects).replaceAll(/obj (?!endobj)/g, "obj << /X ( ")),
  "a later trailer outside of the chain": (objects) =>
    changed(
      objects,
      (file) =>
        file.replace(/startxref[\s\S]*/, "") + "801 0 obj<</Type/Catalog/Pages 802 0 R>>endobj\n" +
        "802 0 obj<</Type/Pages/Count 1/Kids[803 0 R]>>endobj\n803 0 obj<</Type/Page/MediaBox[0 0 9 9]>>endobj\n" +
        `trailer<</Root 801 0 R>>\n${/startxref[\s\S]*/.exec(file)![0]}`
    ),
  "digits before object numbers": (objects) => {
    const writer = new PdfWriter()
    for (const part of partsOf(objects)) writer.add("2").object(part.number, textOf(part))
    writer.table()
    return writer.bytes
  },
  "earlier objects outside of the table": (objects) => {
    const writer = new PdfWriter(`%PDF-1.7\n${decoyText(objects)}`).all(partsOf(objects))
    writer.table()
    return writer.bytes
  },
  "objects in a comment": (objects) => {
    const writer = new PdfWriter()
    for (const part of partsOf(objects)) {
      if (isPlain(part)) writer.add("%").object(part.number, textOf(part), { close: " endobj\n" })
      else writer.object(part.number, textOf(part))
    }
    writer.table()
    return writer.bytes
  },
  "objects in a stream": (objects) => {
    const writer = new PdfWriter().all(partsOf(objects).filter((part) => !isPlain(part)))
    const hidden = partsOf(objects).filter(isPlain)
    const length = hidden.reduce((sum, part) => sum + `${part.number} 0 obj\n${textOf(part)}\nendobj\n`.length, 0)
    writer.object(800, `<</Length ${length}>>stream\n`, { close: "" }).all(hidden).add("endstream\nendobj\n").table()
    return writer.bytes
  },
  "a cross-reference stream": (objects) => withTableStream(objects),
  "a compressed cross-reference stream": (objects) =>
    withTableStream(objects, { encode: deflated, entries: "/Filter/FlateDecode" }),
  "a cross-reference stream with a predictor": (objects) =>
    withTableStream(objects, {
      encode: (rows) => deflated(predicted(rows)),
      entries: "/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 6>>"
    }),
  "a cross-reference stream without types": (objects) =>
    withTableStream(objects, {
      encode: (rows) => rows.replaceAll(/[\s\S]([\s\S]{5})/g, "$1"),
      widths: "/W[0 3 2]"
    }),
  "later objects outside of a cross-reference stream": (objects) => withTableStream(objects, {}, decoyText(objects)),
  "later objects outside of a compressed cross-reference stream": (objects) =>
    withTableStream(
      objects,
      {
        encode: (rows) => deflated(predicted(rows)),
        entries: "/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 6>>"
      },
      decoyText(objects)
    ),
  "later objects, and junk before the header": (objects) =>
    Buffer.concat([Buffer.from(noise), withDecoys(objects, (writer) => writer.add(decoyText(objects)))]),
  "a cross-reference stream that refers to a table": (objects) => {
    const real = partsOf(objects)
    const writer = new PdfWriter().all(real.slice(0, 3))
    const first = writer.table("")
    writer.all(real.slice(3))
    const rows = writer.entries.map((entry) => [entry.number, [1, entry.offset, 0]] as const)
    const index = `/Index[${rows.map(([number]) => `${number} 1`).join(" ")}]`
    const data = rowsText(new Map(rows), 900).slice(6 * rows[0]![0], 6 * (rows.at(-1)![0] + 1))
    const offset = writer.text.length
    const contiguous = rows.at(-1)![0] - rows[0]![0] + 1 === rows.length
    writer.add(
      `900 0 obj\n<</Type/XRef/Size 901/W[1 3 2]${contiguous ? index : ""}/Root 1 0 R/Prev ${first}/Length ` +
        `${data.length}>>stream\n${data}\nendstream\nendobj\n`
    )
    return ended(writer, offset)
  }
}
