import { uint16, uint32 } from "../reading/Numbers.ts"

/** Maximum number of modules read per project. */
export const modulesMax = 1_000

/** Maximum number of records read per directory. */
export const recordsMax = 65_536

/** Entry of a module in the `dir` stream. */
export interface DirectoryModule {
  readonly name: string
  readonly streamName: string
  /** Offset of the compressed source in the module's stream. The compiled code precedes the source. */
  readonly offset: number
}

export interface VbaDirectory {
  readonly codePage: number
  readonly modules: ReadonlyArray<DirectoryModule>
  /** Whether the directory has an end record and contains as many modules as it states. */
  readonly isWhole: boolean
}

/** Record IDs of MS-OVBA 2.3.4.2 that are read here. */
const record = {
  codePage: 0x0003,
  version: 0x0009,
  modules: 0x000f,
  end: 0x0010,
  name: 0x0019,
  streamName: 0x001a,
  moduleEnd: 0x002b,
  offset: 0x0031,
  streamNameWide: 0x0032,
  nameWide: 0x0047
} as const

const defaultCodePage = 1252
const utf16 = 1200

/**
 * Reads a decompressed `dir` stream (MS-OVBA 2.3.4.2). Each record has an ID, a size and data. The data of the version
 * record is two bytes longer than its size states (2.3.4.2.1.11).
 */
export const readDirectory = (bytes: Uint8Array): VbaDirectory => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const modules: Array<DirectoryModule> = []
  let [codePage, counted, at] = [defaultCodePage, -1, 0]
  let narrow = decoderOf(defaultCodePage)
  const wide = decoderOf(utf16)
  let isWhole = false
  let module: ModuleRecords = {}
  for (let records = 0; at + 6 <= bytes.length && modules.length < modulesMax && records < recordsMax; records++) {
    const id = view.getUint16(at, true)
    const size = view.getUint32(at + 2, true) + (id === record.version ? 2 : 0)
    const data = bytes.subarray(at + 6, at + 6 + size)
    if (data.length < size) break
    at += 6 + size
    if (id === record.codePage && size === 2) {
      codePage = uint16(data, 0)
      // Ignores UTF-16, which source code never uses. A file that declares UTF-16 would only hide its source.
      if (codePage === utf16) codePage = defaultCodePage
      narrow = decoderOf(codePage)
    } else if (id === record.modules && size === 2) counted = uint16(data, 0)
    else if (id === record.moduleEnd) {
      addModule(module, modules)
      module = {}
    } else if (id === record.end) {
      isWhole = true
      break
    } else module = { ...module, ...recordOf(id, data, narrow, wide) }
  }
  // A missing end record must not hide the last module.
  if (!isWhole) addModule(module, modules)
  return { codePage, modules, isWhole: isWhole && modules.length === counted }
}

interface ModuleRecords {
  name?: string
  nameWide?: string
  streamName?: string
  streamNameWide?: string
  offset?: number
}

const recordOf = (id: number, data: Uint8Array, narrow: TextDecoder, wide: TextDecoder): ModuleRecords => {
  switch (id) {
    case record.name:
      return { name: narrow.decode(data) }
    case record.nameWide:
      return { nameWide: wide.decode(data) }
    case record.streamName:
      return { streamName: narrow.decode(data) }
    case record.streamNameWide:
      return { streamNameWide: wide.decode(data) }
    case record.offset:
      return data.length === 4 ? { offset: uint32(data, 0) } : {}
    default:
      return {}
  }
}

const addModule = (
  { name, nameWide, offset, streamName, streamNameWide }: ModuleRecords,
  modules: Array<DirectoryModule>
): void => {
  const stored = streamNameWide ?? streamName
  const shown = nameWide ?? name ?? stored
  if (shown === undefined) return
  modules.push({ name: shown, streamName: stored ?? shown, offset: offset ?? 0 })
}

/** Encoding labels of code pages (MS-UCODEREF). The labels of other code pages are `windows-` and the number. */
const labels: Readonly<Record<number, string>> = {
  866: "ibm866",
  874: "windows-874",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  1200: "utf-16le",
  10000: "macintosh",
  10007: "x-mac-cyrillic",
  20866: "koi8-r",
  21866: "koi8-u",
  20932: "euc-jp",
  51932: "euc-jp",
  51949: "euc-kr",
  54936: "gb18030",
  65001: "utf-8"
}

/** Returns a decoder for a code page. If the code page is unknown, returns a decoder for windows-1252. */
export const decoderOf = (codePage: number): TextDecoder => {
  try {
    return new TextDecoder(labels[codePage] ?? `windows-${codePage}`)
  } catch {
    return new TextDecoder("windows-1252")
  }
}
