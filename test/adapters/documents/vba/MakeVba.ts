import { makeCompoundFile, type Streams } from "../ole/MakeCompoundFile.ts"

const bytesOf = (text: string): Uint8Array => Buffer.from(text, "latin1")
const u16 = (value: number): Uint8Array => new Uint8Array([value & 0xff, value >> 8 & 0xff])
const u32 = (value: number): Uint8Array => new Uint8Array(new Uint32Array([value]).buffer)

/** Builds a compressed container (MS-OVBA 2.4.1) with chunks of tokens or raw chunks. */
export const compressVba = (content: string | Uint8Array, as: "tokens" | "raw" = "tokens"): Uint8Array => {
  const bytes = typeof content === "string" ? bytesOf(content) : content
  const parts: Array<Uint8Array> = [new Uint8Array([1])]
  for (let at = 0; at < bytes.length; at += 4_096) {
    const chunk = bytes.subarray(at, at + 4_096)
    const tokens = as === "tokens" ? tokensOf(chunk) : null
    if (tokens !== null && tokens.length < 4_096) parts.push(u16(0xb000 | tokens.length - 1), tokens)
    else {
      const padded = new Uint8Array(4_096)
      padded.set(chunk)
      parts.push(u16(0x3fff), padded)
    }
  }
  return Buffer.concat(parts)
}

/** Compresses a chunk with the longest previous match at each position, as Office does (MS-OVBA 2.4.1.3.19.4). */
const tokensOf = (chunk: Uint8Array): Uint8Array => {
  const out: Array<number> = []
  for (let at = 0; at < chunk.length;) {
    const flagsAt = out.push(0) - 1
    for (let bit = 0; bit < 8 && at < chunk.length; bit++) {
      const bits = Math.max(4, Math.ceil(Math.log2(Math.max(1, at))))
      let [best, back] = [0, 0]
      for (let from = at - 1; from >= 0; from--) {
        let size = 0
        while (at + size < chunk.length && chunk[from + size] === chunk[at + size]) size++
        if (size > best) [best, back] = [size, at - from]
      }
      const size = Math.min(best, (0xffff >> bits) + 3)
      if (size < 3) {
        out.push(chunk[at++]!)
        continue
      }
      out[flagsAt]! |= 1 << bit
      const token = back - 1 << 16 - bits | size - 3
      out.push(token & 0xff, token >> 8)
      at += size
    }
  }
  return new Uint8Array(out)
}

/** Line of compiled code: the names that it calls, its strings, and its remark. */
export interface CompiledLine {
  readonly calls?: ReadonlyArray<string>
  readonly texts?: ReadonlyArray<string>
  readonly remark?: string
}

export interface MadeModule {
  readonly name: string
  /** Source without the `Attribute` line for the name, which is prepended. */
  readonly source: string
  readonly compiled?: ReadonlyArray<CompiledLine>
}

export interface VbaOptions {
  /** Storage of the project. Default: "". */
  readonly prefix?: string
  readonly codePage?: number
  /** Names stored in the project in addition to the names of Office. Null for a project without compiled code. */
  readonly names?: ReadonlyArray<string> | null
  readonly hasDirectory?: boolean
}

const officeNames = ["Word", "VBA", "Win16", "Win32", "Win64", "Mac", "VBA6", "VBA7", "Project1", "stdole", "Project"]

/** Builds the streams of a project. */
export const makeVbaStreams = (modules: ReadonlyArray<MadeModule>, options: VbaOptions = {}): Streams => {
  const { codePage = 1252, hasDirectory = true, names = [], prefix = "" } = options
  const storage = prefix === "" ? "VBA" : `${prefix}/VBA`
  const allNames = [...officeNames, ...names ?? []]
  const compiled = modules.map((module) =>
    names === null ? new Uint8Array(0) : compile(module.compiled ?? [], allNames)
  )
  const cache = Buffer.concat([
    bytesOf("\xcc\x61\xff\xff\0\x01\0"),
    ...(names === null ? [] : [bytesOf("\xff\x09\x04\0\0"), ...allNames.map(nameEntry), bytesOf("\0\0\0\0")])
  ])
  return {
    ...(hasDirectory ? { [`${storage}/dir`]: compressVba(directory(modules, compiled, codePage)) } : {}),
    [`${storage}/_VBA_PROJECT`]: cache,
    ...Object.fromEntries(modules.map((module, at) => [
      `${storage}/${module.name}`,
      Buffer.concat([compiled[at]!, compressVba(sourceOf(module))])
    ]))
  }
}

/** Builds a `vbaProject.bin` or, with a prefix, a document that contains the project. */
export const makeVba = (modules: ReadonlyArray<MadeModule>, options: VbaOptions = {}): Uint8Array =>
  makeCompoundFile(makeVbaStreams(modules, options))

export const sourceOf = ({ name, source }: MadeModule): string => `Attribute VB_Name = "${name}"\r\n${source}`

const record = (id: number, data: Uint8Array): Uint8Array => Buffer.concat([u16(id), u32(data.length), data])

const wide = (text: string): Uint8Array => Buffer.from(text, "utf16le")

/** Builds the dir stream (MS-OVBA 2.3.4.2). */
const directory = (
  modules: ReadonlyArray<MadeModule>,
  compiled: ReadonlyArray<Uint8Array>,
  codePage: number
): Uint8Array =>
  Buffer.concat([
    record(0x0001, u32(1)),
    record(0x0002, u32(0x409)),
    record(0x0003, u16(codePage)),
    record(0x0004, bytesOf("Project")),
    // The record is two bytes longer than its declared size.
    u16(0x0009),
    u32(4),
    u32(1),
    u16(2),
    record(0x000f, u16(modules.length)),
    ...modules.flatMap(({ name }, at) => [
      record(0x0019, bytesOf(name)),
      record(0x0047, wide(name)),
      record(0x001a, bytesOf(name)),
      record(0x0032, wide(name)),
      record(0x0031, u32(compiled[at]!.length)),
      record(0x0021, new Uint8Array(0)),
      record(0x002b, new Uint8Array(0))
    ]),
    record(0x0010, new Uint8Array(0))
  ])

const nameEntry = (name: string): Uint8Array =>
  Buffer.concat([new Uint8Array([name.length, 0]), bytesOf(name), u32(0xff)])

/** Builds compiled code as in 32-bit VBA 7, limited to the parts that Gatehouse reads. */
const compile = (lines: ReadonlyArray<CompiledLine>, names: ReadonlyArray<string>): Uint8Array => {
  const texts = lines.map(({ calls = [], remark, texts = [] }) =>
    Buffer.concat([
      ...calls.map((name) => Buffer.concat([u16(0x0041), u16(0x100 + 4 + names.indexOf(name) << 1), u16(1)])),
      ...texts.map((text) => Buffer.concat([u16(0x00b6), u16(text.length), bytesOf(text), padding(text)])),
      ...(remark === undefined ? [] : [u16(0x00e0), u16(0), u16(remark.length), bytesOf(remark), padding(remark)])
    ])
  )
  let offset = 0
  const entries = texts.map((text) => {
    const entry = Buffer.concat([u32(0), u16(text.length), u16(0), u32(offset)])
    offset += text.length
    return entry
  })
  const table = [bytesOf("\xfe\xca\x01\0"), u16(lines.length), ...entries, new Uint8Array(10)]
  return Buffer.concat([bytesOf("\x01\x16\x01\0"), new Uint8Array(64), ...table, ...texts])
}

const padding = (text: string): Uint8Array => new Uint8Array(text.length % 2)
