import { bytesOf, u16, u32, u8 } from "./MakeBytes.ts"

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

/** Data of an equation (MTEF): version, platform, product and its version, records. */
export const makeMtef = (records: Uint8Array = plainRecords, version = 3): Uint8Array =>
  bytesOf(u8(version, 1, 1, 3, 10), records)

/** `Equation Native`: the data after its header (EQNOLEFILEHDR). */
export const makeEquation = (data: Uint8Array = makeMtef()): Uint8Array =>
  bytesOf(u16(28), u32(0x20000), u16(0xc16d), u32(data.length, 0, 0, 0, 0), data)

export const fontRecord = (name: string): Uint8Array => bytesOf(u8(8, 0x5a, 0x5a), name, u8(0))

/** Records that set a font and show one character in it, as exploits of CVE-2017-11882 begin. */
export const inFont = (name: string): Uint8Array =>
  bytesOf(u8(0x0a, 0x01), fontRecord(name), u8(0x02, 0x7f, 0x78, 0), u8(0, 0))
