import { uint16, uint32 } from "../reading/Numbers.ts"

/** Modules of one project. */
export const modulesMax = 1_000

/** Records of one directory. */
export const recordsMax = 65_536

/** What the `dir` stream says of a module. */
export interface DirectoryModule {
  readonly name: string
  readonly streamName: string
  /** Where its compressed source begins in its stream; before it lies its compiled code. */
  readonly offset: number
}

export interface VbaDirectory {
  readonly codePage: number
  readonly modules: ReadonlyArray<DirectoryModule>
  /** It ends where it should, and has the modules that it counts. */
  readonly isWhole: boolean
}

/** Records of MS-OVBA 2.3.4.2 that are read here. */
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
 * What a decompressed `dir` stream says (MS-OVBA 2.3.4.2). All its records are an id, a size and their data; but the version,
 * whose data are two bytes longer than its size says (2.3.4.2.1.11).
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
      // A source is never of wide characters, whatever is claimed: that would only hide it.
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
  // A record for the end of a module that is not there hides no module.
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

/** Code pages of MS-UCODEREF that are not named `windows-` and their number, by their label in the Encoding standard. */
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

/** Decodes the text of a code page; windows-1252 where nobody knows it. */
export const decoderOf = (codePage: number): TextDecoder => {
  try {
    return new TextDecoder(labels[codePage] ?? `windows-${codePage}`)
  } catch {
    return new TextDecoder("windows-1252")
  }
}
