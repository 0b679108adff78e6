import { bytesOf, sized, u16, u32, u8, wide } from "./MakeBytes.ts"
import { packGuid } from "./MakeCompoundFile.ts"

export interface PackageParts {
  readonly label?: string
  readonly fileName?: string
  readonly tempName?: string
  readonly bytes?: string
  /** Kind of package: 3 for an embedded file, and 1 for the path of a file. */
  readonly kind?: number
  readonly wideNames?: readonly [temp: string, label: string, file: string]
}

/** Builds `\x01Ole10Native` as the Packager writes it. */
export const makePackage = (parts: PackageParts): Uint8Array => {
  const { bytes = "content", fileName = "C:\\in\\a.txt", kind = 3, label = "a.txt", tempName = "C:\\tmp\\a.txt" } =
    parts
  const content = bytesOf(
    u16(2),
    `${label}\0${fileName}\0`,
    u16(0, kind),
    ...(kind === 3 ? [sized(tempName), u32(bytes.length), bytes] : []),
    ...(parts.wideNames ?? []).map((name) => bytesOf(u32(name.length), wide(name)))
  )
  return bytesOf(u32(content.length), content)
}

export const makeCompObj = (classId: string, progId: string): Uint8Array =>
  bytesOf(
    u32(0xfffe0001, 0x0a03, 0xffffffff),
    packGuid(classId),
    sized("Shown"),
    u32(0xffffffff, 3),
    sized(progId),
    u32(0)
  )

export const urlMoniker = (url: string): Uint8Array =>
  bytesOf(packGuid("79EAC9E0-BAF9-11CE-8C82-00AA004BA90B"), u32(url.length * 2 + 2), wide(`${url}\0`))

/** Builds a hyperlink object preceded by its class ID, as Word stores it (MS-OSHARED 2.3.7.1). */
export const makeHyperlink = (url: string, isString = false): Uint8Array =>
  bytesOf(
    packGuid("79EAC9D0-BAF9-11CE-8C82-00AA004BA90B"),
    u32(2, isString ? 0x111 : 0x11),
    u32(6),
    wide("shown\0"),
    isString ? bytesOf(u32(url.length + 1), wide(`${url}\0`)) : urlMoniker(url)
  )

export const fileMoniker = (path: string, widePath = ""): Uint8Array =>
  bytesOf(
    packGuid("00000303-0000-0000-C000-000000000046"),
    u16(0),
    sized(path),
    u16(0xffff, 0xdead),
    new Uint8Array(20),
    ...(widePath === "" ? [u32(0)] : [u32(widePath.length * 2 + 6, widePath.length * 2), u16(3), wide(widePath)])
  )

export const itemMoniker = (item: string): Uint8Array =>
  bytesOf(packGuid("00000304-0000-0000-C000-000000000046"), sized("!"), sized(item))

/** Builds the stream `\x01Ole` of a linked object (MS-OLEDS 2.3.3). */
export const makeOleStream = (...monikers: ReadonlyArray<Uint8Array>): Uint8Array => {
  const composite = bytesOf(packGuid("00000309-0000-0000-C000-000000000046"), u32(monikers.length), ...monikers)
  return bytesOf(u32(0x02000001, 1, 1, 0, 0, 0, composite.length), composite, u32(0xffffffff), new Uint8Array(16))
}

/** Builds a property set stream with one set (MS-OLEPS 2.21). */
const makeProperties = (format: string, properties: ReadonlyArray<readonly [number, Uint8Array]>): Uint8Array => {
  const values: Array<Uint8Array> = []
  const table: Array<Uint8Array> = []
  let at = 8 + properties.length * 8
  for (const [id, value] of properties) {
    table.push(u32(id, at))
    values.push(value)
    at += value.length
  }
  return bytesOf(
    u16(0xfffe, 0),
    u32(2),
    new Uint8Array(16),
    u32(1),
    packGuid(format),
    u32(48),
    u32(at, properties.length),
    ...table,
    ...values
  )
}

export const makePageCount = (pages: number): Uint8Array =>
  makeProperties("F29F85E0-4FF9-1068-AB91-08002B27B3D9", [[14, u32(3, pages)]])

export const makeNamedProperty = (name: string, value: string): Uint8Array =>
  makeProperties("D5CDD505-2E9C-101B-9397-08002B2CF9AE", [
    [0, bytesOf(u32(1, 2), sized(name), u8(0))],
    [1, u32(2, 1252)],
    [2, bytesOf(u32(0x1e), sized(value))]
  ])

export const equationClass = "0002CE02-0000-0000-C000-000000000046"

/** Records of `x = √2`: a full-size line of two characters and a root. */
export const plainRecords = bytesOf(
  u8(0x0a, 0x01),
  u8(0x12, 0x83, 0x78, 0),
  u8(0x02, 0x86, 0x3d, 0),
  u8(0x03, 0x0d, 0, 0),
  u8(0x01, 0x02, 0x88, 0x32, 0, 0),
  u8(0x11, 0, 0, 0)
)

/** Builds the MTEF data of an equation: version, platform, product with its version, and records. */
export const makeMtef = (records: Uint8Array = plainRecords, version = 3): Uint8Array =>
  bytesOf(u8(version, 1, 1, 3, 10), records)

/** Builds the stream `Equation Native`: MTEF data, preceded by the header EQNOLEFILEHDR. */
export const makeEquation = (data: Uint8Array = makeMtef()): Uint8Array =>
  bytesOf(u16(28), u32(0x20000), u16(0xc16d), u32(data.length, 0, 0, 0, 0), data)

export const fontRecord = (name: string): Uint8Array => bytesOf(u8(8, 0x5a, 0x5a), name, u8(0))

/** Returns records that set a font and show a character in it, like the start of exploits of CVE-2017-11882. */
export const inFont = (name: string): Uint8Array =>
  bytesOf(u8(0x0a, 0x01), fontRecord(name), u8(0x02, 0x7f, 0x78, 0), u8(0, 0))
