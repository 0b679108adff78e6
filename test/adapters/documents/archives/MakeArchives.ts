import { crc32 } from "node:zlib"

/** Name and content of a file in an archive. */
export type Member = readonly [name: string, content: string]

/** Makes an archive with uncompressed files. */
export type MakeArchive = (members: ReadonlyArray<Member>) => Uint8Array

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1")
const u16 = (value: number): Buffer => Buffer.from([value & 255, value >> 8 & 255])
const u32 = (value: number): Buffer => Buffer.concat([u16(value & 0xffff), u16(value >>> 16)])
const u64 = (value: number): Buffer => Buffer.concat([u32(value), u32(0)])

/** Makes a tar archive (POSIX.1-1988, ustar). */
export const makeTar: MakeArchive = (members) =>
  Buffer.concat([
    ...members.flatMap(([name, content]) => {
      const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`
      const fields = [
        name.padEnd(100, "\0"),
        octal(0o644, 7),
        octal(0, 7),
        octal(0, 7),
        octal(content.length, 11),
        octal(0, 11)
      ].join("")
      const rest = `0${"\0".repeat(100)}ustar\x0000`.padEnd(356, "\0")
      const sum = [...latin1(`${fields}        ${rest}`)].reduce((total, byte) => total + byte, 0)
      return [latin1(`${fields}${octal(sum, 6)} ${rest}`), padded(content, 512)]
    }),
    Buffer.alloc(1_024)
  ])

const padded = (content: string, unit: number): Buffer =>
  Buffer.concat([latin1(content), Buffer.alloc((unit - content.length % unit) % unit)])

/** Encodes a number of the 7z format (7zFormat.txt of the LZMA SDK, "REAL_UINT64"), up to 2^14. */
const sevenNumber = (value: number): Buffer =>
  value < 0x80 ? Buffer.from([value]) : Buffer.from([0x80 | value >> 8, value & 255])

/** Makes a 7z archive of one folder with the coder "Copy" (7zFormat.txt of the LZMA SDK). */
export const makeSevenZip: MakeArchive = (members) => {
  const data = latin1(members.map(([, content]) => content).join(""))
  const names = Buffer.from(members.map(([name]) => `${name}\0`).join(""), "utf16le")
  const sizes = members.slice(0, -1).map(([, content]) => sevenNumber(content.length))
  const header = Buffer.concat([
    Buffer.from([0x01, 0x04, 0x06, 0, 1, 0x09]),
    sevenNumber(data.length),
    Buffer.from([0, 0x07, 0x0b, 1, 0, 1, 0x01, 0x00, 0x0c]),
    sevenNumber(data.length),
    Buffer.from([0, 0x08, 0x0d]),
    sevenNumber(members.length),
    ...members.length > 1 ? [Buffer.from([0x09]), ...sizes] : [],
    Buffer.from([0x0a, 1]),
    ...members.map(([, content]) => u32(crc32(latin1(content)))),
    Buffer.from([0, 0, 0x05]),
    sevenNumber(members.length),
    Buffer.from([0x11]),
    sevenNumber(names.length + 1),
    Buffer.from([0]),
    names,
    Buffer.from([0, 0])
  ])
  const start = Buffer.concat([u64(data.length), u64(header.length), u32(crc32(header))])
  return Buffer.concat([latin1("7z\xbc\xaf\x27\x1c\0\x04"), u32(crc32(start)), start, data, header])
}

/** Encodes a variable-length integer of RAR 5.0, up to 2^14. */
const rarNumber = (value: number): Buffer =>
  value < 0x80 ? Buffer.from([value]) : Buffer.from([value & 0x7f | 0x80, value >> 7])

const rarBlock = (...fields: ReadonlyArray<Uint8Array>): Buffer => {
  const body = Buffer.concat(fields)
  const sized = Buffer.concat([rarNumber(body.length), body])
  return Buffer.concat([u32(crc32(sized)), sized])
}

/** Makes a RAR 5.0 archive of stored files (rarlab.com, "RAR 5.0 archive format"). */
export const makeRar: MakeArchive = (members) =>
  Buffer.concat([
    latin1("Rar!\x1a\x07\x01\0"),
    rarBlock(Buffer.from([1, 0, 0])),
    ...members.flatMap(([name, content]) => [
      rarBlock(
        Buffer.from([2, 0x02]),
        rarNumber(content.length),
        Buffer.from([0x04]),
        rarNumber(content.length),
        Buffer.from([0]),
        u32(crc32(latin1(content))),
        Buffer.from([0, 1]),
        rarNumber(name.length),
        latin1(name)
      ),
      latin1(content)
    ]),
    rarBlock(Buffer.from([5, 0, 0]))
  ])

/** Makes a cabinet of one uncompressed folder (MS-CAB). */
export const makeCabinet: MakeArchive = (members) => {
  const data = latin1(members.map(([, content]) => content).join(""))
  let offset = 0
  const files = Buffer.concat(members.flatMap(([name, content]) => {
    const file = [u32(content.length), u32(offset), u16(0), u16(0x5821), u16(0), u16(0x20), latin1(`${name}\0`)]
    offset += content.length
    return file
  }))
  const dataAt = 36 + 8 + files.length
  return Buffer.concat([
    latin1("MSCF"),
    u32(0),
    u32(dataAt + 8 + data.length),
    u32(0),
    u32(44),
    u32(0),
    Buffer.from([3, 1]),
    u16(1),
    u16(members.length),
    u16(0),
    u16(0),
    u16(0),
    u32(dataAt),
    u16(1),
    u16(0),
    files,
    u32(0),
    u16(data.length),
    u16(data.length),
    data
  ])
}
