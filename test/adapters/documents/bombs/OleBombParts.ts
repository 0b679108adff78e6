import { biff, bof, eof, formula, joined, makeWorkbook, ptg } from "../excel/MakeWorkbook.ts"
import { bytesOf as bytes, u16, u32 } from "../ole/MakeBytes.ts"
import { makeCompoundFile, type Streams } from "../ole/MakeCompoundFile.ts"
import { makeDoc } from "../ole/MakeDoc.ts"
import { makePackage } from "../ole/MakeObjects.ts"
import { compressVba, makeVbaStreams } from "../vba/MakeVba.ts"

export const megabyte = 1024 * 1024

export const times = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join("")

/** Builds a file of free sectors with the given header fields (MS-CFB 2.2). */
export const raw = (
  size: number,
  fields: Readonly<Record<number, number>>,
  fill: (view: DataView) => void = () => {}
): Uint8Array => {
  const file = new Uint8Array(size)
  const view = new DataView(file.buffer)
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  view.setUint16(24, 0x3e, true)
  view.setUint16(26, 3, true)
  view.setUint16(28, 0xfffe, true)
  view.setUint16(30, 9, true)
  view.setUint16(32, 6, true)
  view.setUint32(56, 4_096, true)
  for (let at = 76; at < 512; at += 4) view.setUint32(at, 0xffffffff, true)
  for (const [at, value] of Object.entries(fields)) view.setUint32(Number(at), value, true)
  fill(view)
  return file
}

/** Builds a file whose FAT refers from each sector to the sector that `next` returns. */
export const looping = (size: number, next: (sector: number) => number): Uint8Array =>
  raw(size, { 44: 109, 48: 1, 60: 2, 64: 99, 68: 0, 72: 99, 76: 0 }, (view) => {
    for (let at = 76; at < 512; at += 4) view.setUint32(at, 0, true)
    for (let at = 512; at + 4 <= size; at += 4) view.setUint32(at, next((at - 512) / 4), true)
  })

/** Builds a directory in which every entry is a stream that starts at the same sector. */
export const sharing = (
  entries: number,
  claimed: number,
  nameOf: (index: number) => string,
  content: Uint8Array
): Uint8Array => {
  const file = makeCompoundFile({
    ...Object.fromEntries(Array.from({ length: entries }, (_, index) => [nameOf(index), new Uint8Array(0)])),
    shared: content
  })
  const view = new DataView(file.buffer)
  const directory = 512 + view.getUint32(48, true) * 512
  let start = 0
  for (let at = directory; at + 128 <= file.length; at += 128) {
    if (view.getUint16(at + 64, true) === 14 && view.getUint32(at + 120, true) === content.length) {
      start = view.getUint32(at + 116, true)
    }
  }
  for (let at = directory; at + 128 <= directory + (entries + 2) * 128; at += 128) {
    if (view.getUint8(at + 66) !== 2) continue
    view.setUint32(at + 116, start, true)
    view.setUint32(at + 120, claimed, true)
  }
  return file
}

export const book = (records: ReadonlyArray<Uint8Array>, globals: ReadonlyArray<Uint8Array> = []): Uint8Array =>
  makeCompoundFile({ Workbook: makeWorkbook([{ name: "M", kind: "macro", records }], globals) })

export const many = (record: Uint8Array, count: number): Uint8Array => Buffer.alloc(record.length * count, record)

/**
 * Builds a project with its source in uncompressed chunks. Compressing megabytes would take longer than reading them.
 */
export const project = (source: string): Uint8Array =>
  withModule(compressVba(
    `Attribute VB_Name = "Module1"
${source}`,
    "raw"
  ))

/** Returns chunks of 4,096 bytes that repeat the piece's first byte, each compressed to four bytes of data. */
export const copies = (chunks: number, piece: string): Uint8Array => {
  const chunk = bytes(u16(0xb000 | 3), Uint8Array.of(0x02), piece.slice(0, 1), u16(0x0ffc))
  return Buffer.concat([Uint8Array.of(1), many(chunk, chunks)])
}

export const withModule = (container: Uint8Array): Uint8Array => {
  const streams: Record<string, Uint8Array | string> = {
    ...makeVbaStreams([{ name: "Module1", source: "a" }], { names: null })
  }
  streams["VBA/Module1"] = Buffer.concat([container])
  return makeCompoundFile(streams)
}

export const document = (text: string, more: Streams = {}): Uint8Array =>
  makeCompoundFile({ ...makeDoc({ pieces: [text] }), ...more })

export const chain = (depth: number): Uint8Array => {
  let inner: Uint8Array = makeCompoundFile({ a: "a" })
  for (let level = 0; level < depth; level++) {
    inner = makeCompoundFile({
      Package: inner,
      "\x01Ole10Native": makePackage({ bytes: Buffer.from(inner).toString("latin1") })
    })
  }
  return inner
}

export const makeWorkbookOfOnePlace = (): Uint8Array => {
  const list = many(biff(0x85, u32(1_000_000), 2, 1, "\x01\0M"), 20_000)
  const sheet = joined(bof("macro"), many(formula(Buffer.concat([ptg.text("calc"), ptg.func(110)])), 100_000), eof)
  const head = Buffer.concat([bof("globals"), list, eof])
  return makeCompoundFile({ Workbook: Buffer.concat([head, Buffer.alloc(1_000_000 - head.length), sheet]) })
}
